import { payoutState } from '#contract/payouts.ts'
import type { Deps } from '#server/deps/deps.ts'
import { execute, type Fragment, maybeRow, rows, sql, type Statement } from '#server/db/sql.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import type { BankPayout } from '#server/providers/stripe/provider-objects.ts'

/** How long money that left the creator's balance is tracked: banks return some for days. */
const LOOK_BACK_DAYS = 30

/**
 * Returns a payout as the provider reports it now; null for an account that is not ours, for which the provider is not
 * called.
 */
export async function readPayout(
  deps: Deps,
  { accountId, payoutId }: { accountId: string; payoutId: string },
): Promise<BankPayout | null> {
  const ours = await maybeRow(
    deps.pool,
    sql`select 1 from stripe_accounts where stripe_account_id = ${accountId}`,
  )
  return ours === null ? null : deps.payments.retrievePayout(accountId, payoutId)
}

/**
 * Records the state of a payout to a creator's bank as the provider reports it now. Only moves forward (a bank may
 * return what it received, never the reverse), so late and repeated events end in the same record, and its owner is
 * notified once of a payout that failed. Records nothing for an account that is not ours.
 */
export async function notePayout(tx: Tx, deps: Deps, payout: BankPayout): Promise<void> {
  const { payoutId, accountId, amountCents, status, arrivalDate, failure, sentAt } = payout
  const failedAt = status === 'failed' ? deps.clock() : null
  const owner = await maybeRow<{ user_id: string; onboarding_complete: boolean; closed: boolean }>(
    tx,
    sql`select user_id, onboarding_complete, closed from stripe_accounts where stripe_account_id = ${accountId}`,
  )
  if (owner === null) return
  const noted = await maybeRow<{ id: number }>(
    tx,
    sql`insert into payouts
        (stripe_payout_id, stripe_account_id, amount, status, arrival_date, failure, sent_at, failed_at)
      values (${payoutId}, ${accountId}, ${amountCents}, ${status}, ${arrivalDate}, ${failure}, ${sentAt}, ${failedAt})
      on conflict (stripe_payout_id) do update
        set status = excluded.status, arrival_date = excluded.arrival_date, failure = excluded.failure,
          failed_at = excluded.failed_at, documented = false
        where payouts.status = 'on_its_way' and
            (payouts.status, payouts.arrival_date) is distinct from (excluded.status, excluded.arrival_date)
          or payouts.status = 'paid' and excluded.status = 'failed'
      returning id`,
  )
  if (noted === null) return
  await execute(
    tx,
    sql`insert into payout_transfers (payout_id, stripe_transfer_id)
      select ${noted.id}, transfer from unnest(${payout.transferIds}::text[]) as transfer
      on conflict do nothing`,
  )
  if (status !== 'on_its_way')
    await enqueue(
      tx,
      'documents.payout',
      { payout_id: noted.id },
      { key: `documents.payout:${noted.id}` },
    )
  if (status === 'failed')
    await recordEvent(tx, {
      entity: 'payout_account',
      entityId: owner.user_id,
      projectId: null,
      actorId: null,
      move: 'payout_failed',
      from: payoutState(owner),
      to: payoutState(owner),
    })
  await enqueue(tx, 'realtime.changed', {
    user_ids: [owner.user_id],
    topics: ['payments'],
    project_id: null,
  })
}

/**
 * Records payouts whose events were lost. First those that failed although they were recorded as sent or arrived, and
 * those that were canceled on their way, for each account that made one lately. Then all of every account that was
 * recently paid and has no arrived payout, which finds what carries the money of the failed ones again.
 */
export async function catchUpPayouts(deps: Deps): Promise<void> {
  const since = new Date(deps.clock().getTime() - LOOK_BACK_DAYS * 24 * 60 * 60_000)
  await catchUpAccounts(
    deps,
    sql`exists (
      select 1 from payouts
      where payouts.stripe_account_id = stripe_accounts.stripe_account_id and status <> 'failed' and sent_at > ${since})`,
    (id) => deps.payments.payoutsSince(id, since, 'failed'),
  )
  // A payout that has arrived cannot be canceled any more, so few accounts are asked.
  await catchUpAccounts(
    deps,
    sql`exists (
      select 1 from payouts
      where payouts.stripe_account_id = stripe_accounts.stripe_account_id and status = 'on_its_way' and sent_at > ${since})`,
    (id) => deps.payments.payoutsSince(id, since, 'canceled'),
  )
  await catchUpAccounts(
    deps,
    sql`exists (
      select 1 from payments
      where creator_id = stripe_accounts.user_id and status = 'released' and released_at > ${since}
        and not exists (
          select 1 from payout_transfers join payouts on payouts.id = payout_id
          where payout_transfers.stripe_transfer_id = payments.stripe_transfer_id and payouts.status = 'paid'))`,
    (id) => deps.payments.payoutsSince(id, since),
  )
}

/** Records what the provider reports of these accounts. One that it cannot be asked about is left for the next pass. */
async function catchUpAccounts(
  deps: Deps,
  which: Statement,
  ask: (accountId: string) => Promise<BankPayout[]>,
): Promise<void> {
  const accounts = await rows<{ id: string }>(
    deps.pool,
    sql`select stripe_account_id as id from stripe_accounts where ${which} order by created_at, user_id`,
  )
  for (const { id } of accounts) {
    try {
      for (const payout of await ask(id))
        await inTransaction(deps.pool, (tx) => notePayout(tx, deps, payout))
    } catch (error) {
      deps.log.warn({ err: error, account: id }, 'could not look at the payouts of an account')
    }
  }
}

/** One leg of a payment's money, from its creator's balance to their bank. */
export interface BankLeg {
  id: number
  status: BankPayout['status']
  arrival_date: string
  failure: string | null
  sent_at: string
  failed_at: string | null
}

/** Yields `BankLeg`s: the payouts that carried a payment's money, oldest first. */
export const bankLegsOf = (paymentId: Fragment): Statement =>
  sql`select payouts.id, payouts.status, payouts.arrival_date::text, payouts.failure, payouts.sent_at,
      payouts.failed_at
    from payments
    join payout_transfers on payout_transfers.stripe_transfer_id = payments.stripe_transfer_id
    join payouts on payouts.id = payout_transfers.payout_id
    where payments.id = ${paymentId} order by payouts.sent_at, payouts.id`
