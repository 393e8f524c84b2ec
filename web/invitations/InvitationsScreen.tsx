import { MailOpen } from 'lucide-react'
import { useAuth } from '#web/api/session.tsx'
import { AccessDenied } from '#web/page/AccessDenied.tsx'
import { usePageHead } from '#web/page/head.ts'
import { LoadedList } from '#web/loading/LoadedList.tsx'
import { MoreRows } from '#web/loading/MoreRows.tsx'
import { paths } from '#contract/paths.ts'
import { WaitingOrders } from '#web/orders/WaitingOrders.tsx'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/Skeleton.tsx'
import { useNow } from '#web/page/use-now.ts'
import { InvitationRow } from './InvitationRow.tsx'
import { useInvitations } from './use-invitations.ts'

/** /my-invitations: the projects that brands invited a creator to, with the two answers. */
export function InvitationsScreen() {
  const { role } = useAuth()
  usePageHead({ title: 'My Invitations' })
  if (role === 'seller') return <AccessDenied only="creator" />
  return (
    <div className="wrap page">
      <div className="page-head">
        <div>
          <h1>My Invitations</h1>
          <p>Accepting opens a conversation and takes you to the project to apply.</p>
        </div>
      </div>
      <WaitingOrders side="creator" />
      <Invitations />
    </div>
  )
}

function Invitations() {
  const query = useInvitations()
  const now = useNow()
  return (
    <LoadedList
      query={query}
      pending={
        <SkeletonGroup className="stack">
          {[0, 1].map((place) => (
            <Skeleton key={place} height={168} radius="var(--radius-lg)" />
          ))}
        </SkeletonGroup>
      }
      empty={
        <EmptyState
          icon={MailOpen}
          title="No invitations yet"
          text="Brands invite creators whose profile suits their project."
          action={<ButtonLink to={paths.editProfile}>Complete your profile</ButtonLink>}
        />
      }
    >
      {(invitations) => (
        <>
          <ul className="card rows">
            {invitations.map((invitation) => (
              <li key={invitation.id}>
                <InvitationRow invitation={invitation} now={now} />
              </li>
            ))}
          </ul>
          <MoreRows query={query} />
        </>
      )}
    </LoadedList>
  )
}
