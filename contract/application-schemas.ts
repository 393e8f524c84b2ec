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
import { trackRecord } from './track-record-schemas.ts'

export const application = z.object({
  id,
  project_id: id,
  creator_id: id,
  message: z.string(),
  /** USD: what the two sides agree on now, and before that what its creator proposed. */
  proposed_price: z.number(),
  /** USD: what its creator proposed, whatever an offer or a change made of it since. */
  first_price: z.number(),
  status: z.enum(APPLICATION_STATUSES),
  /** The platform's share, agreed on acceptance; null before. */
  fee_terms: feeTerms.nullable(),
  /** What the owner said with their rejection, once it counts; null for nothing. */
  reject_note: z.string().nullable(),
  created_at: timestamp,
})

/** An application as the project's owner reads it: rejected from their click on, while its creator still reads pending. */
export const ownersApplication = application.extend({
  /** Until when the owner can undo their rejection (decision P33); null when there is nothing to undo. */
  undo_until: timestamp.nullable(),
})

/** The same with its creator. The email is present once accepted (decision P20). */
export const applicationWithCreator = ownersApplication.extend({
  creator: personCard.extend({
    niches: z.array(z.string()),
    email: z.string().nullable(),
    /** At most WORKS_SHOWN pieces of their portfolio, those that can be shown here first. */
    works: z.array(z.string()),
  }),
})

/** An application in its owner's list. No one else may read the mark. */
export const listedApplication = applicationWithCreator.extend({
  /** When the owner put it on their shortlist; null when it is not on it. */
  shortlisted_at: timestamp.nullable(),
  /** Offers made about it by either side: the rest is `offers.list`. */
  offer_count: z.number(),
  /** What the creator's deals say about them. */
  record: trackRecord,
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

/** The facts the owner reads before accepting. */
export const acceptingFacts = z.object({
  /** Creators who still wait and would be notified that the place is filled. */
  others: z.number(),
  /** USD: what is to be funded next. For pages of earlier releases: it is the price of the list. */
  amount: z.number(),
  /** The creator's works: addresses of their portfolio, in their order. For pages of earlier releases too. */
  works: z.array(z.string()),
})

const shortlistMark = listedApplication.pick({ id: true, shortlisted_at: true })

export const applicationSchemas = {
  /** Newest first, in pages, like every list that takes `after`. */
  'applications.for_project': {
    params: idParams,
    query: listQuery,
    answer: z.array(listedApplication),
  },
  'applications.count': { params: idParams, answer: z.object({ count: z.number() }) },
  'applications.accepted': { params: idParams, answer: applicationWithCreator.nullable() },
  'applications.own': { params: idParams, answer: application.nullable() },
  'applications.submit': { params: idParams, body: newApplication, answer: application },
  /** What accepting would cause now; refused as accepting would be. */
  'applications.accepting': { params: idParams, answer: acceptingFacts },
  'applications.accept': { params: idParams, answer: application },
  'applications.reject': { params: idParams, answer: ownersApplication },
  'applications.undo_reject': { params: idParams, answer: ownersApplication },
  /** Only a pending one. Repeating it keeps the first moment. */
  'applications.shortlist': { params: idParams, answer: shortlistMark },
  'applications.unshortlist': { params: idParams, answer: shortlistMark },
} as const

export type Application = z.infer<typeof application>
export type OwnersApplication = z.infer<typeof ownersApplication>
export type ApplicationWithCreator = z.infer<typeof applicationWithCreator>
export type ListedApplication = z.infer<typeof listedApplication>
export type ApplicationWithProject = z.infer<typeof applicationWithProject>
export type NewApplication = z.infer<typeof newApplication>
