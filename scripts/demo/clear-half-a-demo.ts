import type { Pool } from '#server/db/pool.ts'
import { rewriteHistory } from './backdate.ts'
import { CREATORS, DEMO_OPERATOR, ELLEN } from './cast.ts'

/** Removes an interrupted demo first. Throws when anyone else has signed up meanwhile. */
export async function clearHalfADemo(pool: Pool): Promise<void> {
  const cast = [ELLEN, ...CREATORS, DEMO_OPERATOR].map((person) => person.email)
  const others = await pool.query('select 1 from auth.users where email <> all($1)', [cast])
  if (others.rowCount !== 0)
    throw new Error('other people have signed up, so the demo data stays half filled in')
  await rewriteHistory(pool, async (tx) => {
    await tx.query(
      `truncate profiles, projects, files, deal_disputes, deal_dispute_statements, deliverables, applications, payments, money_ops, money_differences,
        ledger_movements, ledger_entries, conversations, messages, project_invitations, payouts, payout_transfers,
        stripe_accounts, customer_payment_methods, events,
        notifications, notification_preferences, message_digests, saved_searches, saved_search_finds,
        search_words, operator_acts
      cascade`,
    )
    await tx.query('delete from auth.users')
  })
}
