import { z } from 'zod'
import {
  APPLICATION_LIMITS as limits,
  APPLICATION_STATUSES,
  applicationMessages as say,
  PRICE_RULE,
} from './applications.ts'
import { feeTerms, id, idParams, listQuery, text, timestamp, usdBy } from './field-schemas.ts'
import { personCard } from './profile-schemas.ts'
import { project } from './project-schemas.ts'

export const application = z.object({
  id,
  project_id: id,
  creator_id: id,
  message: z.string(),
  /** USD. */
  proposed_price: z.number(),
  status: z.enum(APPLICATION_STATUSES),
  /** The platform's share, agreed on acceptance; null before. */
  fee_terms: feeTerms.nullable(),
  created_at: timestamp,
})

/** An application as the project's owner sees it. The email is present once accepted (decision P20). */
export const applicationWithCreator = application.extend({
  creator: personCard.extend({ niches: z.array(z.string()), email: z.string().nullable() }),
})

/** SPEC §7: one's own applications carry their project. */
export const applicationWithProject = application.extend({
  project: project.pick({
    id: true,
    title: true,
    category: true,
    budget: true,
    deadline: true,
    status: true,
    product_images: true,
  }),
})

export const newApplication = z.strictObject({
  message: text(limits.message, say.fieldsRequired),
  proposed_price: usdBy(PRICE_RULE, say.fieldsRequired),
})

export const applicationSchemas = {
  /** Newest first, in pages, like every list that takes `after`. */
  'applications.for_project': {
    params: idParams,
    query: listQuery,
    answer: z.array(applicationWithCreator),
  },
  'applications.count': { params: idParams, answer: z.object({ count: z.number() }) },
  'applications.accepted': { params: idParams, answer: applicationWithCreator.nullable() },
  'applications.own': { params: idParams, answer: application.nullable() },
  'applications.submit': { params: idParams, body: newApplication, answer: application },
  'applications.mine': { query: listQuery, answer: z.array(applicationWithProject) },
  'applications.accept': { params: idParams, answer: application },
  'applications.reject': { params: idParams, answer: application },
} as const

export type Application = z.infer<typeof application>
export type ApplicationWithCreator = z.infer<typeof applicationWithCreator>
export type ApplicationWithProject = z.infer<typeof applicationWithProject>
export type NewApplication = z.infer<typeof newApplication>
