import type { Clocks } from '#server/clocks/tick.ts'
import { rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { disputedCents } from '#server/disputes/money/disputed-money.ts'
import { moveProposal } from '#server/operator/proposals/proposal-store.ts'
import { owedCents } from '#server/payments/ledger/paid-outside.ts'

/**
 * Ends proposals that were not answered, and those that can no longer be carried out. A confirmation makes the same
 * checks itself.
 */
export const proposalClocks: Clocks = {
  'proposals that expired': async (deps, now) => {
    const found = await rows<{ id: string }>(
      deps.pool,
      sql`select id from operator_proposals where status = 'proposed' and expires_at <= ${now}`,
    )
    return found.map(({ id }) => async () => {
      await inTransaction(deps.pool, (tx) => moveProposal(tx, id, 'expire', { by: null, now }))
    })
  },
  'proposals that were overtaken': async (deps, now) => {
    const found = await rows<{ id: string }>(
      deps.pool,
      sql`select proposals.id from operator_proposals proposals
        left join (deal_disputes join payments on payments.id = deal_disputes.payment_id)
          on act = 'decide_dispute' and deal_disputes.id::text = subject_id
        left join money_differences on act = 'resolve_difference' and money_differences.id::text = subject_id
        where proposals.status = 'proposed' and not coalesce(case act
          when 'decide_dispute' then deal_disputes.status = 'awaiting_decision' and ${disputedCents} = cents
            and not exists (select from payments frozen where frozen.project_id = deal_disputes.project_id
              and frozen.deal_dispute_id = deal_disputes.id and frozen.disputed)
          else money_differences.resolved_at is null and ${owedCents} = cents end, false)`,
    )
    return found.map(({ id }) => async () => {
      await inTransaction(deps.pool, (tx) => moveProposal(tx, id, 'overtake', { by: null, now }))
    })
  },
}
