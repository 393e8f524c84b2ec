import type { DisputeDecision } from '#contract/disputes.ts'
import {
  type ProposalMove,
  type ProposalStatus,
  proposalTransitions,
  type ProposedAct,
} from '#contract/operator-proposals.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, raw, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

/**
 * The proposed outcome. `returned_cents` of a decision go back to the card; a difference is paid out at its exact
 * amount.
 */
export interface ProposedTerms {
  decide_dispute: { outcome: DisputeDecision; returned_cents: number }
  resolve_difference: Record<string, never>
}

/** A decision that needs two people. `cents` is the money it decides about. */
export type ProposalRow = {
  [Act in ProposedAct]: { act: Act; terms: ProposedTerms[Act] }
}[ProposedAct] & {
  id: string
  /** The dispute's id, or the difference's number. */
  subject_id: string
  cents: number
  why: string
  digest: string
  status: ProposalStatus
  proposed_by: string
  proposed_at: string
  expires_at: string
  settled_by: string | null
}

/** The same, for display. */
export type ShownProposal = ProposalRow & { proposer_name: string; project_title: string | null }

const columns =
  raw(`proposals.id, proposals.act, proposals.subject_id, proposals.terms, proposals.cents, proposals.why,
  proposals.digest, proposals.status, proposals.proposed_by, proposals.proposed_at, proposals.expires_at, proposals.settled_by`)
const shown =
  raw(`select ${columns.text}, proposer.name as proposer_name, projects.title as project_title
  from operator_proposals proposals join profiles proposer on proposer.id = proposals.proposed_by
    left join deal_disputes on proposals.act = 'decide_dispute' and deal_disputes.id::text = proposals.subject_id
    left join money_differences on proposals.act = 'resolve_difference'
      and money_differences.id::text = proposals.subject_id
    left join payments on payments.id = money_differences.payment_id
    left join projects on projects.id = coalesce(deal_disputes.project_id, payments.project_id)`)

export const proposalById = (db: Queryable, id: string) =>
  maybeRow<ProposalRow>(
    db,
    sql`select ${columns} from operator_proposals proposals where id = ${id}`,
  )

/** The open proposal about a subject; null if there is none. */
export const openProposalAbout = (db: Queryable, act: ProposedAct, subjectId: string) =>
  maybeRow<ShownProposal>(
    db,
    sql`${shown} where proposals.act = ${act} and proposals.subject_id = ${subjectId} and proposals.status = 'proposed'`,
  )

/** The open proposals about these subjects, at most one for each, in no particular order. */
export const openProposalsAbout = (
  db: Queryable,
  act: ProposedAct,
  subjectIds: readonly string[],
) =>
  rows<ShownProposal>(
    db,
    sql`${shown} where proposals.act = ${act} and proposals.subject_id = any(${subjectIds})
      and proposals.status = 'proposed'`,
  )

/** All open proposals, the oldest first: at most one for each dispute and difference. */
export const openProposals = (db: Queryable) =>
  rows<ShownProposal>(
    db,
    sql`${shown} where proposals.status = 'proposed' order by proposals.proposed_at, proposals.id`,
  )

/** Adds a proposal; null while another one about the same subject is open. */
export const insertProposal = (
  tx: Tx,
  given: Pick<ProposalRow, 'act' | 'terms' | 'subject_id' | 'cents' | 'why' | 'digest'> & {
    proposedBy: string
    now: Date
    expiresAt: Date
  },
) =>
  maybeRow<{ id: string }>(
    tx,
    sql`insert into operator_proposals (act, subject_id, terms, cents, why, digest, proposed_by, proposed_at, expires_at)
      values (${given.act}, ${given.subject_id}, ${JSON.stringify(given.terms)}, ${given.cents}, ${given.why}, ${given.digest},
        ${given.proposedBy}, ${given.now}, ${given.expiresAt})
      on conflict (act, subject_id) where status = 'proposed' do nothing returning id`,
  )

/** Moves a proposal along its transition table. The write is the guard: false if the proposal is no longer open. */
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
