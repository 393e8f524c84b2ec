import type { PayoutAccount } from '#contract/payout-schemas.ts'
import { DEFAULT_PAYOUT_COUNTRY, isPayoutCountry } from '#contract/payout-countries.ts'
import { payoutState } from '#contract/payouts.ts'
import { paths } from '#contract/paths.ts'
import { logAccountAct } from '#server/account-log/account-log-store.ts'
import { holdIfChanged } from './changed-payouts.ts'
import { createAccountMarks } from '#server/account-marks/account-marks.ts'
import type { Queryable } from '#server/db/pool.ts'
import type { Deps } from '#server/deps/deps.ts'
import { execute, maybeRow, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { callOnce } from '#server/payments/ledger/provider-calls.ts'
import {
  noLongerRefused,
  refusalOf,
  reportRefusal,
} from '#server/payments/ledger/provider-refusals.ts'
import { accountCountryOf, payoutAccountRequest } from '#server/providers/stripe/requests.ts'

interface AccountRow extends PayoutAccount {
  stripe_account_id: string
}

const accountOf = (deps: Deps, userId: string, db: Queryable = deps.pool) =>
  maybeRow<AccountRow>(
    db,
    sql`select user_id, stripe_account_id, onboarding_complete, closed, country, created_at,
        case when receives_from > ${deps.clock()} then receives_from end as receives_from
      from stripe_accounts where user_id = ${userId} and replaced_at is null`,
  )

/** SPEC §7: the person's payout account, or null. */
export const payoutAccount = (deps: Deps, viewer: Viewer): Promise<PayoutAccount | null> =>
  accountOf(deps, viewer.id)

/**
 * Opens the creator's payout account on first use, or in place of a closed one, and returns a fresh single-use
 * onboarding address, which is neither stored nor logged. The onboarding returns to the application form of the
 * project, or to the settings. Throws payout.country_not_served, payout.country_fixed when the account is in another
 * country than the chosen one, payout.provider_unavailable, payout.refused, payout.provider_refused.
 */
export async function startOnboarding(
  deps: Deps,
  viewer: Viewer,
  { project_id: projectId, country }: { project_id?: string; country?: string } = {},
): Promise<{ onboarding_url: string }> {
  const { publicUrl } = deps.config
  const backTo = (payout: 'returned' | 'again') =>
    publicUrl +
    (projectId === undefined
      ? paths.payoutReturn(payout)
      : paths.payoutReturnToProject(projectId, payout))
  try {
    const account = await accountOf(deps, viewer.id)
    const current =
      account === null || account.closed
        ? await openAccount(deps, viewer, country ?? DEFAULT_PAYOUT_COUNTRY)
        : account
    // The account of another click, or one whose response was lost, may be in the country that was chosen earlier.
    if (country !== undefined && current.country !== country)
      throw new AppError('payout.country_fixed')
    const link = await deps.payments.createOnboardingLink({
      accountId: current.stripe_account_id,
      returnUrl: backTo('returned'),
      refreshUrl: backTo('again'),
    })
    await noLongerRefused(deps.pool, `onboarding:${viewer.id}`)
    return { onboarding_url: link.url }
  } catch (error) {
    if (error instanceof AppError) throw error
    const asked = { name: `onboarding:${viewer.id}`, paymentId: null }
    await reportRefusal(error, deps.pool, deps, asked)
    throw refusalOf(error, 'payout')
  }
}

/**
 * Two concurrent clicks, a crash before the insert, or a lost response followed by another name still open only one
 * account.
 */
async function openAccount(deps: Deps, viewer: Viewer, country: string): Promise<AccountRow> {
  if (!isPayoutCountry(country)) throw new AppError('payout.country_not_served')
  let sentTo = country
  const request = payoutAccountRequest({
    userId: viewer.id,
    email: viewer.email,
    name: viewer.name,
    country,
  })
  await callOnce(
    deps,
    {
      purpose: 'payout_account',
      subject: viewer.id,
      request,
      isDone: async (tx) => (await accountOf(deps, viewer.id, tx))?.closed === false,
    },
    async (call) => {
      sentTo = accountCountryOf(call.request)
      return (await deps.payments.createPayoutAccount(call)).accountId
    },
    async (tx, accountId) => {
      await execute(
        tx,
        sql`update stripe_accounts set replaced_at = ${deps.clock()}
          where user_id = ${viewer.id} and replaced_at is null and closed`,
      )
      const opened = await execute(
        tx,
        sql`insert into stripe_accounts (user_id, stripe_account_id, country)
          values (${viewer.id}, ${accountId}, ${sentTo})
          on conflict do nothing`,
      )
      if (opened > 0) await logAccountAct(tx, viewer.id, 'payouts_opened', null, deps.clock())
    },
  )
  const kept = await accountOf(deps, viewer.id)
  if (kept === null) throw new AppError('payout.no_account')
  return kept
}

/** The refresh button (SPEC §4). Throws payout.no_account, payout.provider_unavailable. */
export async function refreshPayout(deps: Deps, viewer: Viewer): Promise<PayoutAccount> {
  const account = await accountOf(deps, viewer.id)
  if (account === null) throw new AppError('payout.no_account')
  try {
    await refreshAccount(deps, account.stripe_account_id)
  } catch (error) {
    throw refusalOf(error, 'payout')
  }
  const refreshed = await accountOf(deps, viewer.id)
  if (refreshed === null) throw new AppError('payout.no_account')
  return refreshed
}

/**
 * Returns a single-use address of the provider's own pages, where the creator sees their balance and their bank; it is
 * neither stored nor logged. Throws payout.no_account, payout.not_ready, and the errors of `startOnboarding`.
 */
export async function openDashboard(
  deps: Deps,
  viewer: Viewer,
): Promise<{ dashboard_url: string }> {
  const account = await accountOf(deps, viewer.id)
  if (account === null) throw new AppError('payout.no_account')
  if (!account.onboarding_complete) throw new AppError('payout.not_ready')
  try {
    const { url } = await deps.payments.createDashboardLink(account.stripe_account_id)
    return { dashboard_url: url }
  } catch (error) {
    throw refusalOf(error, 'payout')
  }
}

const MOVES = { ready: 'connect', in_progress: 'restrict', closed: 'close' } as const

/** How often a refresh asks, at most, while others store another report each time. Our choice: twice is rare. */
const REFRESH_TRIES = 5

/**
 * Synchronises our record of an account with the provider, whose report alone decides. Of concurrent refreshes, the
 * last report is stored: a refresh asks again if another one has ended since it asked.
 */
export async function refreshAccount(deps: Deps, accountId: string): Promise<void> {
  for (let tries = 0; tries < REFRESH_TRIES; tries += 1) {
    const known = await versionOf(deps.pool, accountId)
    if (known === null) return
    const state = await deps.payments.payoutAccountState(accountId)
    if (await storeState(deps, accountId, state, known.version)) return
  }
  throw new Error(`payout account ${accountId} kept changing while it was refreshed`)
}

/** A row has another version after each update, also after one that changed nothing. */
const versionOf = (db: Queryable, accountId: string) =>
  maybeRow<{ version: string }>(
    db,
    sql`select xmin::text as version from stripe_accounts
      where stripe_account_id = ${accountId} and replaced_at is null`,
  )

/** Returns false, with nothing stored, if another refresh has ended with another report since this version was read. */
const storeState = (
  deps: Deps,
  accountId: string,
  state: keyof typeof MOVES,
  version: string,
): Promise<boolean> =>
  inTransaction(deps.pool, async (tx) => {
    const before = await maybeRow<{
      user_id: string
      onboarding_complete: boolean
      closed: boolean
      is_current: boolean
    }>(
      tx,
      sql`select user_id, onboarding_complete, closed, xmin::text = ${version} as is_current from stripe_accounts
        where stripe_account_id = ${accountId} and replaced_at is null for update`,
    )
    if (before === null) return true
    const ready = state === 'ready'
    const closed = state === 'closed'
    const isNews = before.onboarding_complete !== ready || before.closed !== closed
    if (isNews && !before.is_current) return false
    // Also without news: a concurrent refresh with an earlier report must notice that it was overtaken.
    await execute(
      tx,
      sql`update stripe_accounts set onboarding_complete = ${ready}, closed = ${closed}
        where stripe_account_id = ${accountId}`,
    )
    if (!isNews) return true
    if (ready) await holdIfChanged(tx, deps, before.user_id, accountId)
    await recordEvent(tx, {
      entity: 'payout_account',
      entityId: before.user_id,
      projectId: null,
      actorId: null,
      move: MOVES[state],
      from: payoutState(before),
      to: payoutState({ onboarding_complete: ready, closed }),
    })
    if (ready) await enqueue(tx, 'payouts.note_cards', { account_id: accountId })
    await enqueue(tx, 'realtime.changed', {
      user_ids: [before.user_id],
      topics: ['payouts'],
      project_id: null,
    })
    return true
  })

/**
 * The job: records the debit cards that an account is paid out to, because a brand that pays with one of them pays
 * itself (contract/rings.ts). Idempotent. Throws while the provider is unreachable: the queue retries.
 */
export async function notePayoutCards(deps: Deps, accountId: string): Promise<void> {
  const owner = await maybeRow<{ user_id: string }>(
    deps.pool,
    sql`select user_id from stripe_accounts where stripe_account_id = ${accountId} and not closed`,
  )
  if (owner === null) return
  const seen = (await deps.payments.payoutCards(accountId)).map((value) => ({
    kind: 'card' as const,
    value,
  }))
  await createAccountMarks(deps.config.keys).note(deps.pool, owner.user_id, seen, deps.clock())
}
