import { z } from 'zod'
import { id, idParams, text, timestamp } from './field-schemas.ts'
import { OPERATOR_LIMITS, operatorMessages } from './operator.ts'
import { proposalErrors, PROPOSED_ACTS } from './operator-proposals.ts'

const reason = text(OPERATOR_LIMITS.reason, operatorMessages.reasonRequired)

/** Hex digits of a SHA-256. */
const DIGEST = 64

/** A decision that waits for a second person. */
export const moneyProposal = z.object({
  id,
  act: z.enum(PROPOSED_ACTS),
  /** The dispute's id, or the difference's number. */
  subject_id: z.string(),
  /** What is proposed, in words and to the cent. */
  sentence: z.string(),
  /** The project of the deal; null for a difference without one. */
  project_title: z.string().nullable(),
  /** USD: the amount that it decides about. */
  amount: z.number(),
  reason: z.string(),
  proposed_by: z.string(),
  proposed_at: timestamp,
  expires_at: timestamp,
  /** Whether the reader proposed it. */
  own: z.boolean(),
  /** SHA-256 in hex of everything that is proposed; a confirmation must name it. */
  digest: z.string(),
})

const acted = z.object({ changed: z.boolean(), reason: z.string().nullable() })

export const operatorProposalSchemas = {
  /** The open ones, the oldest first; there are never many. */
  'operator.proposals': { answer: z.object({ rows: z.array(moneyProposal) }) },
  /** Must come from another operator and match the proposal exactly. It is carried out in the same transaction. */
  'operator.confirm_proposal': {
    params: idParams,
    body: z.strictObject({
      digest: z.string().max(DIGEST, proposalErrors['proposal.differs'].message),
      reason,
    }),
    answer: acted,
  },
  'operator.reject_proposal': {
    params: idParams,
    body: z.strictObject({ reason }),
    answer: acted,
  },
  'operator.withdraw_proposal': {
    params: idParams,
    body: z.strictObject({ reason }),
    answer: acted,
  },
} as const

export type MoneyProposal = z.infer<typeof moneyProposal>
