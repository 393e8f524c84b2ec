import { useState } from 'react'
import { Navigate, useLocation } from 'react-router'
import { countText } from '#contract/paging.ts'
import { useAuth } from '#web/api/session.tsx'
import { usePageHead } from '#web/page/head.ts'
import { safeReturnPath } from '#web/auth/return-path.ts'
import { useMyApplications } from '#web/applications/use-applications.ts'
import { firstName } from '#web/conversations/names.ts'
import { FirstSteps } from '#web/first-steps/FirstSteps.tsx'
import { greeting } from '#web/first-steps/first-step-words.ts'
import { useArrival, useFirstSteps } from '#web/first-steps/use-first-steps.ts'
import { useInvitations } from '#web/invitations/use-invitations.ts'
import { OffersWaiting, useWaitingOffers } from '#web/offers/OffersWaiting.tsx'
import { useWaitingOrders } from '#web/orders/use-orders.ts'
import { WaitingOrders } from '#web/orders/WaitingOrders.tsx'
import { paths } from '#contract/paths.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { StatStrip } from '#web/ui/StatStrip.tsx'
import { DeliverableTable } from './DeliverableTable.tsx'
import { nextMove, ordersWaitBeside } from './next-move.ts'
import { NextMoveBanner } from './NextMoveBanner.tsx'
import { RecentProjects } from './RecentProjects.tsx'
import {
  useCreatorCounts,
  useMoves,
  useOwnDeliverables,
  useRecentProjects,
} from './use-dashboard.ts'

const MoneyArrived = lazyComponent(
  async () => (await import('#web/payments/MoneyArrived.tsx')).MoneyArrived,
)

/** /dashboard, "My Work": the creator's dashboard. Sellers are redirected to Find Creators (SPEC §2). */
export function DashboardScreen() {
  const { role, profile } = useAuth()
  const { search } = useLocation()
  usePageHead({ title: 'My Work' })
  if (role === 'seller') {
    return (
      <div className="wrap page">
        <p className="muted" role="status">
          Redirecting to Find Creators...
        </p>
        {/* The address may name an invitation that waits for a project just posted; a used sign-in code is left out. */}
        <Navigate to={safeReturnPath(paths.findCreators + search) ?? paths.findCreators} replace />
      </div>
    )
  }
  return <MyWork title={greeting(profile?.visit, firstName(profile?.name ?? ''))} />
}

function MyWork({ title }: { title: string }) {
  useArrival()
  const steps = useFirstSteps()
  const counts = useCreatorCounts()
  const own = useOwnDeliverables()
  const { deliverables } = own
  const recent = useRecentProjects()
  const applications = useMyApplications()
  const invitations = useInvitations()
  const moves = useMoves()
  const offers = useWaitingOffers()
  const orders = useWaitingOrders()
  const move = nextMove({
    moves: moves.data ?? [],
    orders: orders.data ?? [],
    invitations: invitations.data ?? [],
  })
  // Until everything is loaded, what seems to wait may already be done.
  const known = [moves, orders, invitations].every(({ data }) => data)
  const shown = known ? move : null
  // These decide what appears at the top. One that failed and needs a retry is not waited for.
  const comes = [own, applications, invitations, moves, offers, orders, steps].some(
    ({ isPending, failureCount }) => isPending && failureCount === 0,
  )
  // Only the first time: the parts below repeat a read that failed, and hiding them for it would start that over.
  const [stands, setStands] = useState(false)
  if (!stands && !comes) setStands(true)

  return (
    <div className="wrap page">
      <div className="page-head">
        <div>
          <h1>{title}</h1>
          <p>My Work</p>
        </div>
      </div>
      <MoneyArrived />
      {comes && !stands ? (
        <SkeletonGroup className="stack">
          <Skeleton height={164} radius="var(--radius-lg)" />
          <Skeleton height={320} radius="var(--radius-lg)" />
        </SkeletonGroup>
      ) : (
        <>
          {shown ? <NextMoveBanner move={shown} /> : null}
          {ordersWaitBeside(shown, orders.data ?? []) ? <WaitingOrders side="creator" /> : null}
          <OffersWaiting reader="creator" />
          <FirstSteps side="creator" />
          <StatStrip
            action={{
              label: 'Browse Projects',
              note: recent.data
                ? `${countText(recent.data.total ?? 0, recent.data.total_exact)} open right now`
                : undefined,
              to: paths.projects,
            }}
            stats={[
              {
                label: 'My Applications',
                value: counts.data?.applications ?? '–',
                to: paths.myApplications,
              },
              { label: 'My Deliverables', value: counts.data?.deliverables ?? '–' },
              { label: 'Approved Work', value: counts.data?.approved_deliverables ?? '–' },
            ]}
          />
          <DeliverableTable deliverables={deliverables} applications={applications.data ?? []} />
          <RecentProjects query={recent} />
        </>
      )}
    </div>
  )
}
