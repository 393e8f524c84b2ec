import { RefreshCw } from 'lucide-react'
import type { ComponentType } from 'react'
import { applicationMessages } from '#contract/applications.ts'
import { payoutMessages as say } from '#contract/payout-words.ts'
import { NO_PAYOUT_ACCOUNT, payoutState } from '#contract/payouts.ts'
import type { PayoutAccount } from '#contract/payout-schemas.ts'
import { ApiError, errorCode, messageOf } from '#web/api/errors.ts'
import { Button } from '#web/ui/Button.tsx'
import { formatMoment } from '#web/ui/dates.ts'
import { openNewTab } from '#web/ui/new-tab.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { useKeptFocus } from '#web/ui/use-kept-focus.ts'
import { useOnboarding, usePayoutDashboard, useRefreshPayout } from './use-payouts.ts'

interface Props {
  account: PayoutAccount | null
  /** The project whose application waits for the account: onboarding leads back there. */
  projectId?: string
}

/** The payout account in its three states (SPEC §4), each with its possible actions. */
export function PayoutNotice({ account, projectId }: Props) {
  const state = payoutState(account)
  const At = STATES[state]
  // Each state replaces the buttons of the one before.
  const place = useKeptFocus<HTMLDivElement>(state)
  return (
    <div ref={place} tabIndex={-1} role="group" aria-label={say.account}>
      <At projectId={projectId} receivesFrom={account?.receives_from ?? null} />
    </div>
  )
}

interface ForProject {
  projectId: string | undefined
  /** Of an account that took another's place: nothing is sent to it before. */
  receivesFrom: string | null
}

const STATES: Record<ReturnType<typeof payoutState>, ComponentType<ForProject>> = {
  connected: Connected,
  closed: Closed,
  none: SetupRequired,
  in_progress: SetupInProgress,
}

/** Shown when applying too; payments are listed in the settings. */
function Connected({ receivesFrom }: ForProject) {
  const { open, busy } = useOpenDashboard()
  return (
    <Notice
      tone="green"
      title={say.connectedTitle}
      actions={
        <Button size="sm" variant="secondary" busy={busy} busyText={say.continuing} onClick={open}>
          {say.dashboard}
        </Button>
      }
    >
      {receivesFrom === null ? say.connectedBody : say.changedBody(formatMoment(receivesFrom))}
    </Notice>
  )
}

function Closed({ projectId }: ForProject) {
  const { open, busy } = useOpenOnboarding(projectId)
  return (
    <Notice
      tone="yellow"
      title={say.closedTitle}
      actions={
        <Button size="sm" busy={busy} busyText={say.connecting} onClick={open}>
          {say.replace}
        </Button>
      }
    >
      {say.closedBody}
    </Notice>
  )
}

function SetupRequired({ projectId }: ForProject) {
  const { open, busy } = useOpenOnboarding(projectId)
  return (
    <Notice
      tone="yellow"
      title={say.requiredTitle}
      actions={
        <Button size="sm" busy={busy} busyText={say.connecting} onClick={open}>
          {say.connect}
        </Button>
      }
    >
      {applicationMessages.payoutBody}
    </Notice>
  )
}

function SetupInProgress({ projectId }: ForProject) {
  const { open, busy } = useOpenOnboarding(projectId)
  const refresh = useRefreshStatus()
  return (
    <Notice
      title={say.progressTitle}
      actions={
        <>
          <Button size="sm" busy={busy} busyText={say.continuing} onClick={open}>
            {say.continue}
          </Button>
          <Button
            size="sm"
            iconOnly
            aria-label="Refresh status"
            busy={refresh.busy}
            onClick={refresh.run}
          >
            <RefreshCw size={16} aria-hidden="true" />
          </Button>
          <p className="xs faint" style={{ flexBasis: '100%' }}>
            {say.refreshHint}
          </p>
        </>
      }
    >
      {say.progressBody}
    </Notice>
  )
}

/** Opens the provider's onboarding page in a new tab (SPEC §4). */
function useOpenOnboarding(projectId: string | undefined) {
  const onboarding = useOnboarding(projectId)
  // Awaited here rather than in callbacks: the first account replaces this notice by the next one.
  async function open() {
    const tab = openNewTab()
    try {
      const { onboarding_url } = await onboarding.mutateAsync()
      tab.go(onboarding_url)
    } catch (error) {
      tab.close()
      toast.error('Failed to set up Stripe account', providerDetail(error))
    }
  }
  return { open: () => void open(), busy: onboarding.isPending }
}

/** Opens the provider's own page of the account in a new tab, like onboarding. */
function useOpenDashboard() {
  const dashboard = usePayoutDashboard()
  async function open() {
    const tab = openNewTab()
    try {
      const { dashboard_url } = await dashboard.mutateAsync()
      tab.go(dashboard_url)
    } catch (error) {
      tab.close()
      toast.error(say.dashboardFailed, providerDetail(error))
    }
  }
  return { open: () => void open(), busy: dashboard.isPending }
}

/** The provider's reason, if the server knows it; nothing for a lost connection. */
const providerDetail = (error: unknown) =>
  errorCode(error)?.startsWith('payout.') ? messageOf(error) : undefined

/** Refreshes the status and reports the result, with the toasts of SPEC §8. */
function useRefreshStatus() {
  const refresh = useRefreshPayout()
  async function run() {
    try {
      await refresh.mutateAsync()
      toast.success('Status Updated', 'Stripe account status has been refreshed')
    } catch (error) {
      if (error instanceof ApiError && error.code === 'payout.no_account') {
        toast.error('No Stripe Account', NO_PAYOUT_ACCOUNT)
      } else {
        toast.error('Error', 'Failed to refresh Stripe account status')
      }
    }
  }
  return { run: () => void run(), busy: refresh.isPending }
}
