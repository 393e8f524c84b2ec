import { proposalSentence } from '#contract/operator-proposal-words.ts'
import { proposalTransitions } from '#contract/operator-proposals.ts'
import type { EventMove } from '#contract/events.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { decideAsProposed } from '#server/disputes/dispute-decision.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { type Acted, NOTHING_DONE, recordAct } from '#server/operator/acts/operator-acts.ts'
import { moveProposal } from '#server/operator/proposals/proposal-store.ts'
import { presentProposal } from '#server/operator/proposals/proposal-presenter.ts'
import {
  openProposals,
  proposalById,
  type ProposalRow,
} from '#server/operator/proposals/proposal-store.ts'
import { centsOf, SUBJECTS } from '#server/operator/proposals/propose.ts'
import { isSamePerson, moneyOperators } from '#server/operator/proposals/second-person.ts'
import { lockRoles } from '#server/operator/roles/role-store.ts'
import { resolveAsProposed } from './differences-service.ts'

/** The decisions that are waiting for a second person. */
export async function proposals(deps: Deps, viewer: Viewer) {
  const found = await openProposals(deps.pool)
  return { rows: found.map((row) => presentProposal(row, viewer.id)) }
}

interface Answered {
  viewer: Viewer
  id: string
  reason: string
  now: Date
}

/**
 * Confirms a proposal as the second operator and carries it out in the same transaction, which re-reads roles and
 * addresses. Idempotent. Throws 404, operator.role_missing, proposal.own, proposal.differs, proposal.not_open,
 * proposal.expired, proposal.overtaken (the last two are stored with the proposal), dispute.own and whatever carrying
 * it out throws.
 */
export async function confirmProposal(
  deps: Deps,
  asked: Answered & { digest: string },
): Promise<Acted> {
  const ended = await inTransaction(deps.pool, (tx) => confirm(deps, tx, asked))
  if (ended === 'expired' || ended === 'overtaken') throw new AppError(`proposal.${ended}`)
  return ended
}

async function confirm(
  deps: Deps,
  tx: Tx,
  { viewer, id, digest, reason, now }: Answered & { digest: string },
): Promise<Acted | 'expired' | 'overtaken'> {
  // Role changes wait for this lock, so both roles stay as they are read here.
  await lockRoles(tx)
  const people = await moneyOperators(tx, deps.config.operatorEmails, now)
  const me = people.find((one) => one.id === viewer.id)
  if (me === undefined) throw new AppError('operator.role_missing')
  const proposal = foundOr404(await proposalById(tx, id))
  if (proposal.digest !== digest) throw new AppError('proposal.differs')
  if (proposal.proposed_by === viewer.id) throw new AppError('proposal.own')
  if (proposal.status === 'confirmed' && proposal.settled_by === viewer.id) return NOTHING_DONE
  if (proposal.status !== 'proposed') throw new AppError('proposal.not_open')
  const end = async (move: 'expire' | 'overtake', said: 'expired' | 'overtaken') => {
    if (await moveProposal(tx, id, move, { by: null, now })) return said
    throw new AppError('proposal.not_open')
  }
  if (Date.parse(proposal.expires_at) <= now.getTime()) return end('expire', 'expired')
  const proposer = people.find((one) => one.id === proposal.proposed_by)
  if (proposer === undefined) return end('overtake', 'overtaken')
  if (isSamePerson(me, proposer)) throw new AppError('proposal.own')
  const done = await carryOut(tx, proposal, { viewer, now })
  if (done === null) return end('overtake', 'overtaken')
  if (!(await moveProposal(tx, id, 'confirm', { by: viewer.id, now })))
    throw new AppError('proposal.not_open')
  return record(tx, proposal, { act: 'confirm_proposal', viewer, reason, ...done })
}

/** Carries out the proposal. Returns null and does nothing if it can no longer be done as proposed. */
const carryOut = (
  tx: Tx,
  proposal: ProposalRow,
  confirmed: { viewer: Viewer; now: Date },
): Promise<{ projectId: string | null } | null> =>
  proposal.act === 'decide_dispute'
    ? decideAsProposed(tx, proposal, confirmed)
    : resolveAsProposed(tx, proposal, confirmed)

/** Rejects a proposal as another operator. Idempotent. Throws 404, proposal.own, proposal.not_open. */
export const rejectProposal = (deps: Deps, asked: Answered): Promise<Acted> =>
  endByHand(deps, asked, 'reject')

/** Withdraws a proposal as its proposer. Idempotent. Throws 404, proposal.not_yours, proposal.not_open. */
export const withdrawProposal = (deps: Deps, asked: Answered): Promise<Acted> =>
  endByHand(deps, asked, 'withdraw')

function endByHand(
  deps: Deps,
  { viewer, id, reason, now }: Answered,
  move: 'reject' | 'withdraw',
): Promise<Acted> {
  return inTransaction(deps.pool, async (tx) => {
    const proposal = foundOr404(await proposalById(tx, id))
    const isOwn = proposal.proposed_by === viewer.id
    if (isOwn && move === 'reject') throw new AppError('proposal.own')
    if (!isOwn && move === 'withdraw') throw new AppError('proposal.not_yours')
    if (!(await moveProposal(tx, id, move, { by: viewer.id, now }))) {
      // The first of two clicks may have been committed since the proposal was read.
      const { status, settled_by: by } = foundOr404(await proposalById(tx, id))
      if (status === proposalTransitions[move].to && by === viewer.id) return NOTHING_DONE
      throw new AppError('proposal.not_open')
    }
    return record(tx, proposal, { act: `${move}_proposal`, viewer, reason, projectId: null })
  })
}

const record = (
  tx: Tx,
  proposal: ProposalRow,
  given: {
    act: EventMove<'operator_act'>
    viewer: Viewer
    reason: string
    projectId: string | null
  },
): Promise<Acted> =>
  recordAct(tx, {
    actorId: given.viewer.id,
    act: given.act,
    subject: SUBJECTS[proposal.act],
    subjectId: proposal.subject_id,
    subjectName: proposalSentence(proposal.act, centsOf(proposal)),
    reason: given.reason,
    projectId: given.projectId,
  })
