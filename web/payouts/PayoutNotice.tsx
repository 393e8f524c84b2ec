import { RefreshCw } from 'lucide-react'
import type { ComponentType } from 'react'
import { applicationMessages } from '#contract/applications.ts'
import { payoutCountryWords } from '#contract/payout-countries.ts'
import { payoutMessages as say } from '#contract/payout-words.ts'
import { NO_PAYOUT_ACCOUNT, payoutState } from '#contract/payouts.ts'
import type { PayoutAccount } from '#contract/payout-schemas.ts'
import { ApiError, errorCode, messageOf } from '#web/api/errors.ts'
import { Button } from '#web/ui/Button.tsx'
import { formatMoment } from '#web/ui/dates.ts'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { useKeptFocus } from '#web/ui/use-kept-focus.ts'
import { PayoutCountry, usePayoutCountry } from './PayoutCountry.tsx'
import { openPayoutTab } from './payout-tab.ts'
import { useOnboarding, usePayoutDashboard, useRefreshPayout } from './use-payouts.ts'

interface Props {
  account: PayoutAccount | null
  /** The project whose application waits for the account: onboarding leads back to it. */
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
      <At
        projectId={projectId}
        receivesFrom={account?.receives_from ?? null}
        country={account?.country}
      />
    </div>
  )
}

interface ForProject {
  projectId: string | undefined
  /** For an account that replaces another one: nothing is sent to it before this time. */
  receivesFrom: string | null
  /** The country of the existing account, two letters. */
  country: string | undefined
}

const STATES: Record<ReturnType<typeof payoutState>, ComponentType<ForProject>> = {
  connected: Connected,
  closed: Closed,
  none: SetupRequired,
  in_progress: SetupInProgress,
}

/** Shown when applying too; payments are listed in the settings. */
function Connected({ receivesFrom, country }: ForProject) {
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
      <p>
        {receivesFrom === null ? say.connectedBody : say.changedBody(formatMoment(receivesFrom))}
      </p>
      {country ? <p className="xs faint">{payoutCountryWords.of(country)}</p> : null}
    </Notice>
  )
}

function Closed({ projectId }: ForProject) {
  return (
    <OpenAccount
      title={say.closedTitle}
      body={say.closedBody}
      action={say.replace}
      projectId={projectId}
    />
  )
}

function SetupRequired({ projectId }: ForProject) {
  return (
    <OpenAccount
      title={say.requiredTitle}
      body={applicationMessages.payoutBody}
      action={say.connect}
      projectId={projectId}
    />
  )
}

/** Opens an account in a country, which cannot be changed later; if the provider serves none, the notice says so. */
function OpenAccount({
  title,
  body,
  action,
  projectId,
}: {
  title: string
  body: string
  action: string
  projectId: string | undefined
}) {
  const { open, busy } = useOpenOnboarding(projectId)
  const country = usePayoutCountry()
  return (
    <Notice
      tone="yellow"
      title={title}
      actions={
        <Button
          size="sm"
          busy={busy}
          busyText={say.connecting}
          disabled={!country.open}
          onClick={() => open(country.code)}
        >
          {action}
        </Button>
      }
    >
      <p>{body}</p>
      <PayoutCountry {...country} />
    </Notice>
  )
}

function SetupInProgress({ projectId, country }: ForProject) {
  const { open, busy } = useOpenOnboarding(projectId)
  const refresh = useRefreshStatus()
  return (
    <Notice
      title={say.progressTitle}
      actions={
        <>
          <Button size="sm" busy={busy} busyText={say.continuing} onClick={() => open()}>
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
      <p>{say.progressBody}</p>
      {country ? <p className="xs faint">{payoutCountryWords.of(country)}</p> : null}
    </Notice>
  )
}

/** Opens the provider's onboarding page in a new tab (SPEC §4). */
function useOpenOnboarding(projectId: string | undefined) {
  const onboarding = useOnboarding(projectId)
  // Awaited here rather than in callbacks: creating the first account replaces this notice with the next one.
  async function open(country?: string) {
    const tab = openPayoutTab()
    try {
      const { onboarding_url } = await onboarding.mutateAsync(country)
      tab.go(onboarding_url)
    } catch (error) {
      tab.close()
      toast.error('Failed to set up Stripe account', providerDetail(error))
    }
  }
  return { open: (country?: string) => void open(country), busy: onboarding.isPending }
}

/** Opens the provider's own page of the account in a new tab, like onboarding. */
function useOpenDashboard() {
  const dashboard = usePayoutDashboard()
  async function open() {
    const tab = openPayoutTab()
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
