import { z } from 'zod'
import { id, idParams, listQuery, usdBy } from './field-schemas.ts'
import { listedDeal } from './listed-deal-schemas.ts'
import { BUDGET_RULE } from './projects.ts'
import { project } from './project-schemas.ts'
import { SEAT_LIMITS } from './seats.ts'

/** The outcome of one row of a bulk action; the others are independent of it. */
const hiredRow = z.object({
  application_id: id,
  outcome: z.enum(['hired', 'refused']),
  /** The deal's own project; null where it was refused. */
  project_id: id.nullable(),
  /** Why it was refused; null where it was not. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
})

/** The outcome of the charge for one deal; the others are independent of it. */
const fundedRow = z.object({
  project_id: id,
  /** `unfunded`: nothing was charged. `confirm`: the bank wants the card's holder to confirm, at `checkout_url`. */
  outcome: z.enum(['funded', 'charging', 'confirm', 'unfunded']),
  /** Why it is unfunded; null where it is not. */
  message: z.string().nullable(),
  checkout_url: z.string().nullable(),
})

export const seatSchemas = {
  /** The deals that a project split off, newest first. */
  'projects.hires': { params: idParams, query: listQuery, answer: z.array(listedDeal) },
  /**
   * Accepts up to SEAT_LIMITS.bulk applications in the order given, each as `applications.accept` does and in its own
   * transaction. Anyone who was hired before is reported as hired.
   */
  'projects.hire': {
    params: idParams,
    body: z.strictObject({
      application_ids: z
        .array(id)
        .max(SEAT_LIMITS.bulk, `Hire at most ${SEAT_LIMITS.bulk} at once.`),
    }),
    answer: z.object({ rows: z.array(hiredRow) }),
  },
  /**
   * Charges a saved card for up to SEAT_LIMITS.bulk deals that the project split off, in the order given: one charge
   * each, as `payments.create` makes it. A deal that is already funded is reported as funded.
   */
  'projects.fund': {
    params: idParams,
    body: z.strictObject({
      payment_method_id: id,
      deals: z
        .array(
          z.strictObject({
            project_id: id,
            /** USD: the amount that the brand was shown. */
            expected_amount: usdBy(BUDGET_RULE),
          }),
        )
        .max(SEAT_LIMITS.bulk, `Fund at most ${SEAT_LIMITS.bulk} at once.`),
    }),
    answer: z.object({ rows: z.array(fundedRow) }),
  },
  /** Ends hiring with the creators hired so far. */
  'projects.close_hiring': { params: idParams, answer: project },
} as const

export type FundedRow = z.infer<typeof fundedRow>
export type HiredRow = z.infer<typeof hiredRow>
