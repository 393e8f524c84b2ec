import { CHANGED_PAYOUT_HOURS } from '#contract/payouts.ts'
import { logAccountAct } from '#server/account-log/account-log-store.ts'
import { HOUR_MS } from '#server/clocks/days.ts'
import { maybeRow, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { changedPayoutsMail } from '#server/mail/account-mails.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { addressesOf } from '#server/profiles/former-addresses.ts'

/**
 * Makes an account wait a day if it can receive for the first time and replaced another (decision 0095): its owner is
 * notified at their address and at recently replaced ones, and can object before anything leaves. Runs in the
 * transaction that makes the account ready, so no release sees it ready and free. A no-op for a first account, or one
 * that waited before.
 */
export async function holdIfChanged(
  tx: Tx,
  deps: Deps,
  userId: string,
  accountId: string,
): Promise<void> {
  const now = deps.clock()
  const from = new Date(now.getTime() + CHANGED_PAYOUT_HOURS * HOUR_MS)
  const held = await maybeRow(
    tx,
    sql`update stripe_accounts set receives_from = ${from}
      where stripe_account_id = ${accountId} and receives_from is null
        and exists (select from stripe_accounts earlier
          where earlier.user_id = stripe_accounts.user_id and earlier.replaced_at is not null)
      returning true`,
  )
  if (held === null) return
  await logAccountAct(tx, userId, 'payouts_changed', null, now)
  const { brandName, publicUrl: siteUrl, supportEmail } = deps.config
  const mail = changedPayoutsMail({ brandName, siteUrl }, { from, supportEmail })
  for (const address of await addressesOf(tx, userId, now)) await queueMail(tx, address, mail)
}
