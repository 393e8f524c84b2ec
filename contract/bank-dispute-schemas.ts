import { z } from 'zod'
import {
  BANK_DISPUTE_STATES,
  BANK_EVIDENCE_FIELDS,
  BANK_EVIDENCE_LIMITS as limits,
  type BankEvidenceField,
  bankDisputeMessages as say,
} from './bank-disputes.ts'
import { idParams, optionalText, text, timestamp } from './field-schemas.ts'
import { OPERATOR_LIMITS, operatorMessages } from './operator.ts'

/** Absent and blank are equivalent: the field is not sent. */
const field = (name: BankEvidenceField) =>
  optionalText(limits[name]).transform((value) => value ?? '')

const newEvidence = z.strictObject({
  product_description: text(limits.product_description, say.descriptionRequired),
  service_date: field('service_date'),
  customer_name: field('customer_name'),
  customer_email_address: field('customer_email_address'),
  access_activity_log: field('access_activity_log'),
  refund_policy_disclosure: field('refund_policy_disclosure'),
  refund_refusal_explanation: field('refund_refusal_explanation'),
  uncategorized_text: field('uncategorized_text'),
})

/** A bank's dispute of one payment, and the evidence that would be, or is being, sent. */
const bankDispute = z.object({
  /** The provider's id of the dispute. */
  provider_id: z.string(),
  state: z.enum(BANK_DISPUTE_STATES),
  /** The provider's name for the card holder's claim. */
  reason: z.string(),
  outcome: z.enum(['open', 'won', 'lost']),
  /** USD: what the bank took back. */
  amount: z.number(),
  /** The deadline for evidence; null when the bank names no date. */
  due_by: timestamp.nullable(),
  /**
   * Who sent it from here, and when; null when it was not. `sha256`: the hash of everything that was sent, in hex, as
   * sealed; null for evidence from before hashes were sealed.
   */
  sent: z.object({ at: timestamp, by: z.string(), sha256: z.string().nullable() }).nullable(),
  /** Null once nothing can be sent any more: the text is deleted. */
  evidence: z.record(z.enum(BANK_EVIDENCE_FIELDS), z.string()).nullable(),
})

export const bankDisputeSchemas = {
  /** `id` is the payment's. */
  'operator.bank_dispute': { params: idParams, answer: bankDispute },
  /** Cannot be undone: the bank accepts evidence once. Repeating the same request is a no-op. */
  'operator.send_bank_evidence': {
    params: idParams,
    body: z.strictObject({
      evidence: newEvidence,
      reason: text(OPERATOR_LIMITS.reason, operatorMessages.reasonRequired),
    }),
    answer: z.object({ changed: z.boolean(), reason: z.string().nullable() }),
  },
} as const

export type BankDispute = z.infer<typeof bankDispute>
export type BankEvidence = z.output<typeof newEvidence>
