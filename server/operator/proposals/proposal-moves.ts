import { type ProposalMove, proposalTransitions } from '#contract/operator-proposals.ts'
import { execute, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

/** Moves a proposal along its transition table. The write is the guard: false when it is over already. */
export async function moveProposal(
  tx: Tx,
  id: string,
  move: ProposalMove,
  { by, now }: { by: string | null; now: Date },
): Promise<boolean> {
  const { from, to } = proposalTransitions[move]
  const moved = await execute(
    tx,
    sql`update operator_proposals set status = ${to}, settled_by = ${by}, settled_at = ${now}
      where id = ${id} and status = any(${from})`,
  )
  return moved === 1
}
