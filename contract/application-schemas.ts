import { z } from 'zod'
import {
  APPLICATION_LIMITS as limits,
  APPLICATION_STATUSES,
  applicationMessages as say,
  PRICE_RULE,
} from './applications.ts'
import { day, feeTerms, id, idParams, listQuery, text, timestamp, usdBy } from './field-schemas.ts'
import { personCard } from './profile-schemas.ts'
import { projectInList } from './project-schemas.ts'
import { trackRecord } from './track-record-schemas.ts'

export const application = z.object({
  id,
  project_id: id,
  creator_id: id,
  message: z.string(),
  /** USD: what the two sides currently agree on, or, before they agree, what its creator proposed. */
  proposed_price: z.number(),
  /** USD: what its creator proposed, regardless of later offers or changes. */
  first_price: z.number(),
  status: z.enum(APPLICATION_STATUSES),
  /** The platform's share, agreed on acceptance; null before. */
  fee_terms: feeTerms.nullable(),
  /** What the owner wrote with their rejection, once it counts; null if they wrote nothing. */
  reject_note: z.string().nullable(),
  created_at: timestamp,
})

/**
 * An application as the project's owner reads it: rejected from their click on, while its creator still sees pending.
 */
export const ownersApplication = application.extend({
  /** The time until which the owner can undo their rejection (decision P33); null when there is nothing to undo. */
  undo_until: timestamp.nullable(),
})

/** The same with its creator. The email is present once accepted (decision P20). */
export const applicationWithCreator = ownersApplication.extend({
  creator: personCard.extend({
    niches: z.array(z.string()),
    email: z.string().nullable(),
    /** At most WORKS_SHOWN pieces of their portfolio; those that can be displayed here come first. */
    works: z.array(z.string()),
  }),
})

/** An application in its owner's list. No one else may see the shortlist mark. */
export const listedApplication = applicationWithCreator.extend({
  /** When the owner put it on their shortlist; null when it is not on it. */
  shortlisted_at: timestamp.nullable(),
  /** The number of offers that either side made about it: `offers.list` has the rest. */
  offer_count: z.number(),
  /** What the creator's deals show about them. */
  record: trackRecord,
})

/** SPEC §7: the creator's own applications include their project. */
export const applicationWithProject = application.extend({
  project: projectInList,
})

export const newApplication = z.strictObject({
  message: text(limits.message, say.fieldsRequired),
  proposed_price: usdBy(PRICE_RULE, say.fieldsRequired),
})

/** The facts the owner reads before accepting. */
export const acceptingFacts = z.object({
  /** The number of creators who are still waiting and would be notified that the place is filled. */
  others: z.number(),
  /** USD: what is to be funded next. Kept for pages of earlier releases: it equals the price in the list. */
  amount: z.number(),
  /** The project's deadline, when they would be hired with it although it has passed; otherwise null. */
  deadline_over: day.nullable(),
  /** The creator's works: addresses of their portfolio, in their order. Kept for pages of earlier releases too. */
  works: z.array(z.string()),
})

const shortlistMark = listedApplication.pick({ id: true, shortlisted_at: true })

export const applicationSchemas = {
  /** Newest first, paginated like every list that takes `after`. */
  'applications.for_project': {
    params: idParams,
    query: listQuery,
    answer: z.array(listedApplication),
  },
  'applications.count': { params: idParams, answer: z.object({ count: z.number() }) },
  'applications.accepted': { params: idParams, answer: applicationWithCreator.nullable() },
  'applications.own': { params: idParams, answer: application.nullable() },
  'applications.submit': { params: idParams, body: newApplication, answer: application },
  /** What accepting would cause now. Refused when accepting would be refused. */
  'applications.accepting': { params: idParams, answer: acceptingFacts },
  'applications.accept': { params: idParams, answer: application },
  'applications.reject': { params: idParams, answer: ownersApplication },
  'applications.undo_reject': { params: idParams, answer: ownersApplication },
  /** Only for a pending application. Repeating the request keeps the first timestamp. */
  'applications.shortlist': { params: idParams, answer: shortlistMark },
  'applications.unshortlist': { params: idParams, answer: shortlistMark },
} as const

export type Application = z.infer<typeof application>
export type OwnersApplication = z.infer<typeof ownersApplication>
export type ApplicationWithCreator = z.infer<typeof applicationWithCreator>
export type ListedApplication = z.infer<typeof listedApplication>
export type ApplicationWithProject = z.infer<typeof applicationWithProject>
export type NewApplication = z.infer<typeof newApplication>
