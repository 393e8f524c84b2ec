import { z } from 'zod'
import { REJECT_NOTE } from './bulk.ts'
import { id, idParams, optionalText, timestamp } from './field-schemas.ts'
import { newOffer } from './offer-schemas.ts'
import { SEAT_LIMITS } from './seats.ts'

/** What became of one row of a bulk action; the others are independent of it. */
const bulkRow = z.object({
  application_id: id,
  /** Why it was refused; null where it was not. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
})

const tooMany = `Choose at most ${SEAT_LIMITS.bulk} at once.`
const applicationIds = z.array(id).max(SEAT_LIMITS.bulk, tooMany)

/** Each row is done in a transaction of its own, in the order given; a repetition does nothing twice. */
export const bulkSchemas = {
  /** Marks up to SEAT_LIMITS.bulk applications, each as `applications.shortlist` does. */
  'projects.shortlist': {
    params: idParams,
    body: z.strictObject({ application_ids: applicationIds }),
    answer: z.object({ rows: z.array(bulkRow) }),
  },
  /**
   * Rejects up to SEAT_LIMITS.bulk applications, each as `applications.reject` does, with one text for all. An
   * applicant rejected earlier with the same text is reported as declined; with another text, the row is refused.
   */
  'projects.decline': {
    params: idParams,
    body: z.strictObject({
      application_ids: applicationIds,
      /** What their creators read once the rejection counts; null for nothing. */
      note: optionalText(REJECT_NOTE),
    }),
    answer: z.object({
      rows: z.array(
        bulkRow.extend({
          /** Until when it can be undone (decision P33); null where it cannot. */
          undo_until: timestamp.nullable(),
        }),
      ),
    }),
  },
  /** Makes the same offer about up to SEAT_LIMITS.bulk applications, each as `offers.make` does, under an id of its own. */
  'projects.offer': {
    params: idParams,
    body: newOffer.omit({ id: true, answers: true, items: true }).extend({
      offers: z
        .array(
          z.strictObject({
            /** Made by the browser: sending twice is sending once. */
            id,
            application_id: id,
          }),
        )
        .max(SEAT_LIMITS.bulk, tooMany),
    }),
    answer: z.object({ rows: z.array(bulkRow) }),
  },
} as const

export type BulkRow = z.infer<typeof bulkRow>
export type DeclinedRow = z.infer<
  (typeof bulkSchemas)['projects.decline']['answer']
>['rows'][number]
