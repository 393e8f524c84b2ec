import { z } from 'zod'
import { AMENDMENT_STATUSES } from './amendments.ts'
import { deliveredWork } from './deliverable-schemas.ts'
import { deliveryCheck } from './delivery-check-schemas.ts'
import { DISPUTE_REASON_NAMES } from './dispute-reasons.ts'
import { DISPUTE_LIMITS as limits } from './dispute-limits.ts'
import { disputeMessages as say } from './dispute-words.ts'
import {
  DEAL_DISPUTE_STATUSES,
  DISPUTE_FILTERS,
  DISPUTE_OUTCOMES_DECIDED,
  DISPUTE_SIDES,
} from './disputes.ts'
import { after, feeTerms, id, idParams, lenient, text, timestamp, usd } from './field-schemas.ts'
import { answerOfNote } from './note-answer-schemas.ts'
import { OFFER_STATUSES } from './offers.ts'
import { moneyProposal } from './operator-proposal-schemas.ts'
import { PAYMENT_STATUSES } from './payments.ts'
import { personCard } from './profile-schemas.ts'
import { NOTE_KINDS, NOTE_STATUSES } from './review-notes.ts'
import { uploadMessages } from './uploads.ts'

const side = z.enum(DISPUTE_SIDES)
const actor = z.enum([...DISPUTE_SIDES, 'system', 'operator'])

/** A file with a link that works for the reader; `size` in bytes. */
const linkedFile = z.object({
  id,
  file_name: z.string(),
  file_type: z.string(),
  size: z.number(),
  file_url: z.string(),
})

/** The decision as amounts that add up to the payment's amount. */
const decision = z.object({
  outcome: z.enum(DISPUTE_OUTCOMES_DECIDED),
  /** USD: returned to the card; paid to the creator; kept as the platform's fee. */
  returned_amount: z.number(),
  creator_amount: z.number(),
  fee_amount: z.number(),
  reason: z.string(),
})

/** A dispute of one deal, the same for both sides. */
export const dealDispute = z.object({
  id,
  payment_id: id,
  project_id: id,
  status: z.enum(DEAL_DISPUTE_STATUSES),
  reason: z.enum(DISPUTE_REASON_NAMES),
  /** The system opens one when a review is overdue (decision P16). */
  opened_by: z.enum([...DISPUTE_SIDES, 'system']),
  /** Who must answer. */
  respondent: side,
  opened_at: timestamp,
  /** Until when. */
  answer_by: timestamp,
  answered_at: timestamp.nullable(),
  /** USD: the disputed amount. */
  amount: z.number(),
  /** How the part that is not returned is split. */
  fee_terms: feeTerms,
  /** Both sides' statements, oldest first. */
  statements: z.array(
    z.object({
      id,
      by: side,
      content: z.string(),
      created_at: timestamp,
      /** Its pictures and PDFs. */
      files: z.array(linkedFile),
    }),
  ),
  decision: decision.nullable(),
  /** When it was decided, withdrawn or closed. */
  ended_at: timestamp.nullable(),
})

/** A note of the review room as evidence. Drafts and withdrawn notes are excluded. */
const evidenceNote = z.object({
  /** Its number within the deal: both sides and the operator refer to it by this. */
  number: z.number(),
  /** The version it is about. */
  version: z.number(),
  kind: z.enum(NOTE_KINDS),
  body: z.string(),
  /** A colleague of the brand who wrote it; null for the brand itself. */
  guest_name: z.string().nullable(),
  /** Its place in the work, as in `reviewNote`. */
  at_ms: z.number().nullable(),
  until_ms: z.number().nullable(),
  page: z.number().nullable(),
  has_drawing: z.boolean(),
  status: z.enum(NOTE_STATUSES),
  waived: z.boolean(),
  answer: answerOfNote,
  /** Oldest first. */
  replies: z.array(z.object({ by: side, body: z.string(), created_at: timestamp })),
  sent_at: timestamp,
})

/** What was found when one of a version's files arrived: it is neither side's claim, and the same for everyone. */
const evidenceCheck = z.object({
  version: z.number(),
  /** The file's position in its version, from 1. */
  position: z.number(),
  file_name: z.string(),
  /** Detected from its bytes. */
  file_type: z.string(),
  /** Bytes. */
  file_size: z.number(),
  /** The hash of the bytes as they arrived, in hex; null for files from before it was stored. */
  sha256: z.string().nullable(),
  /** Null for a file that is not a video, and for one that could not be decoded. */
  media: z
    .object({
      duration_ms: z.number(),
      width: z.number(),
      height: z.number(),
      fps_num: z.number(),
      fps_den: z.number(),
      has_sound: z.boolean(),
    })
    .nullable(),
})

/** An offer about the application. */
const evidenceOffer = z.object({
  number: z.number(),
  by: side,
  /** USD, and the creator's net of it. */
  price: z.number(),
  net: z.number(),
  deliver_by: z.string(),
  rounds: z.number(),
  note: z.string().nullable(),
  status: z.enum(OFFER_STATUSES),
  created_at: timestamp,
})

/** A change that was proposed after the acceptance. A field that it leaves unchanged is null. */
const evidenceAmendment = z.object({
  number: z.number(),
  by: side,
  /** USD, and the creator's net of it. */
  price: z.number().nullable(),
  net: z.number().nullable(),
  deliver_by: z.string().nullable(),
  /** The agreed rounds of revision after it. */
  rounds: z.number().nullable(),
  /** USD that it adds to held money once both agree. */
  extra: z.number().nullable(),
  changes_brief: z.boolean(),
  /** The version of the brief, once it is accepted. */
  brief_version: z.number().nullable(),
  /** USD that it returned to the card. */
  returned: z.number().nullable(),
  note: z.string().nullable(),
  status: z.enum(AMENDMENT_STATUSES),
  created_at: timestamp,
})

/** The deal's own records: what was requested, offered, delivered, written and done. Nothing in it is a copy. */
export const disputeEvidence = z.object({
  brief: z.object({
    title: z.string(),
    description: z.string(),
    product_details: z.string().nullable(),
    /** USD */
    budget: z.number(),
    deadline: z.string(),
    created_at: timestamp,
  }),
  application: z.object({
    message: z.string(),
    /** USD: what the two sides currently agree on, and what its creator proposed. */
    proposed_price: z.number(),
    first_price: z.number(),
    created_at: timestamp,
  }),
  /** The offers about the application and the changes since, by number; only with the first page. */
  offers: z.array(evidenceOffer),
  amendments: z.array(evidenceAmendment),
  /** Newest first, with links that work for the reader. */
  deliverables: z.array(deliveredWork),
  /** For each version's files, newest version first; only with the first page, like the notes. */
  checks: z.array(evidenceCheck),
  /**
   * The agreed brief's checks of each version that had one, newest first: the result from its files, the creator's
   * ticks and the brand's answers, sent or not. Only with the first page.
   */
  checklists: z.array(
    z.object({ version: z.number(), brief_version: z.number(), checks: z.array(deliveryCheck) }),
  ),
  /** By number. */
  notes: z.array(evidenceNote),
  /** A page of their messages, oldest first. */
  messages: z.array(
    z.object({
      id,
      seq: z.number(),
      by: side,
      content: z.string(),
      files: z.array(linkedFile),
      created_at: timestamp,
    }),
  ),
  /** Whether there are older ones: request them with `before` set to the first one's number. */
  messages_before: z.boolean(),
  /** Everything that happened in the deal, oldest first. */
  events: z.array(z.object({ id: z.number(), kind: z.string(), by: actor, at: timestamp })),
})

export const openedDispute = z.strictObject({
  reason: z.enum(DISPUTE_REASON_NAMES, { error: say.reasonRequired }),
  statement: text(limits.statement, say.statementRequired),
})

/** A statement by one side, with finished uploads in dispute-evidence that no statement uses yet. */
export const statedSide = z.strictObject({
  statement: text(limits.statement, say.statementRequired),
  file_ids: z.array(id).max(limits.files_per_statement, uploadMessages.tooMany).optional(),
})

/** An operator's decision. */
export const decidedDispute = z
  .strictObject({
    outcome: z.enum(DISPUTE_OUTCOMES_DECIDED),
    /** USD: what goes back to the card; for a split only. */
    returned_amount: usd.optional(),
    reason: text(limits.decision_reason, say.decisionReasonRequired),
  })
  .refine(({ outcome, returned_amount }) => (outcome === 'split') === (returned_amount != null), {
    path: ['returned_amount'],
    error: say.splitAmount,
  })

/** A dispute in the operator's list. */
export const operatorDisputeRow = z.object({
  id,
  project_id: id,
  project_title: z.string(),
  status: z.enum(DEAL_DISPUTE_STATUSES),
  reason: z.enum(DISPUTE_REASON_NAMES),
  /** USD: the disputed amount. */
  amount: z.number(),
  seller: personCard,
  creator: personCard,
  answer_by: timestamp,
  /** When it was opened. */
  created_at: timestamp,
})

/** The same, as opened by an operator who decides. */
export const operatorDispute = dealDispute.extend({
  project_title: z.string(),
  seller: personCard,
  creator: personCard,
  payment_status: z.enum(PAYMENT_STATUSES),
  /** USD of each payment of the deal it is about, the deal's own first: share and fee are split by these. */
  parts: z.array(z.number()),
  /** A decision that is being executed. */
  moving: z.boolean(),
  /** The card's bank disputes the charge too: until it decides, no one else can. */
  bank_disputed: z.boolean(),
  /** Deciding it requires a second person: it is proposed, and another operator confirms. */
  second_person: z.boolean(),
  /** The proposal that is waiting. */
  proposal: moneyProposal.nullable(),
})

export const evidenceQuery = z.object({
  before: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
})

export const disputeSchemas = {
  /** Newest first; at most a handful, so never paginated. */
  'disputes.for_project': { params: idParams, answer: z.array(dealDispute) },
  /** `id` is the payment’s. */
  'disputes.open': { params: idParams, body: openedDispute, answer: dealDispute },
  /** The first statement of the side that has to answer is the answer. */
  'disputes.state': {
    params: idParams,
    body: statedSide,
    answer: dealDispute,
  },
  'disputes.withdraw': { params: idParams, answer: dealDispute },
  'disputes.evidence': { params: idParams, query: evidenceQuery, answer: disputeEvidence },
  /** Newest first; `next` is the `after` of the next page. */
  'operator.disputes': {
    query: z.object({ after, state: lenient(z.enum(DISPUTE_FILTERS)) }),
    answer: z.object({ rows: z.array(operatorDisputeRow), next: z.string().nullable() }),
  },
  'operator.dispute': { params: idParams, answer: operatorDispute },
  'operator.dispute_evidence': { params: idParams, query: evidenceQuery, answer: disputeEvidence },
  'operator.decide_dispute': { params: idParams, body: decidedDispute, answer: operatorDispute },
} as const

export type DealDispute = z.infer<typeof dealDispute>
export type DisputeEvidence = z.infer<typeof disputeEvidence>
export type StatedSide = z.infer<typeof statedSide>
export type OpenedDispute = z.infer<typeof openedDispute>
export type OperatorDispute = z.infer<typeof operatorDispute>
export type OperatorDisputeRow = z.infer<typeof operatorDisputeRow>
export type DecidedDispute = z.infer<typeof decidedDispute>
