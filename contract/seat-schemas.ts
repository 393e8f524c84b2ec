import { z } from 'zod'
import { id, idParams, listQuery } from './field-schemas.ts'
import { listedDeal } from './listed-deal-schemas.ts'
import { project } from './project-schemas.ts'
import { SEAT_LIMITS, seatWords } from './seats.ts'

/** What became of one row of a bulk action; the others are independent of it. */
const hiredRow = z.object({
  application_id: id,
  outcome: z.enum(['hired', 'refused']),
  /** The deal's own project; null where it was refused. */
  project_id: id.nullable(),
  /** Why it was refused; null where it was not. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
})

export const seatSchemas = {
  /** The deals that a project split off, newest first. */
  'projects.hires': { params: idParams, query: listQuery, answer: z.array(listedDeal) },
  /**
   * Accepts up to SEAT_LIMITS.bulk applications, each as `applications.accept` does and in its own transaction, in the
   * order given. Whoever was hired before is told as hired.
   */
  'projects.hire': {
    params: idParams,
    body: z.strictObject({ application_ids: z.array(id).max(SEAT_LIMITS.bulk, seatWords.bulk) }),
    answer: z.object({ rows: z.array(hiredRow) }),
  },
  /** Ends hiring with whoever is hired. */
  'projects.close_hiring': { params: idParams, answer: project },
} as const

export type HiredRow = z.infer<typeof hiredRow>
