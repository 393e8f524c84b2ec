import { z } from 'zod'
import { newBrief, projectBrief } from './brief-schemas.ts'
import {
  after,
  day,
  foundPage,
  id,
  idParams,
  lenient,
  line,
  listQuery,
  optionalText,
  searchText,
  storedImage,
  timestamp,
  usdBy,
} from './field-schemas.ts'
import { licenceTerms, statedTerms } from './licence-terms-schemas.ts'
import { personCard } from './profile-schemas.ts'
import {
  BUDGET_RULE,
  CATEGORIES,
  DESCRIPTION_REQUIRED,
  PROJECT_LIMITS as limits,
  PROJECT_SORTS,
  PROJECT_STATUSES,
} from './projects.ts'
import { SEAT_LIMITS } from './seats.ts'

export const project = z.object({
  id,
  seller_id: id,
  title: z.string(),
  description: z.string(),
  product_details: z.string().nullable(),
  category: z.enum(CATEGORIES),
  /** USD. */
  budget: z.number(),
  deadline: day,
  product_images: z.array(z.string()),
  status: z.enum(PROJECT_STATUSES),
  created_at: timestamp,
  /** It states a licence other than the standard one (SPEC §6): its page says which. */
  own_licence: z.literal(true).optional(),
  /** Absent where one creator is wanted. */
  hiring: z
    .object({
      wanted: z.number().int(),
      /** The creators whose deals were not cancelled. */
      hired: z.number().int(),
      /** The last day of hiring; null without one. */
      until: day.nullable(),
    })
    .optional(),
})

/** A project beside someone's application to it, or invitation. */
export const projectInList = project.pick({
  id: true,
  title: true,
  category: true,
  budget: true,
  deadline: true,
  status: true,
  product_images: true,
})

/** A project with its brand, as lists and the detail page show it. */
export const projectWithSeller = project.extend({ seller: personCard })

/** SPEC §7: a user's own projects carry their application count. */
export const projectWithCount = project.extend({ application_count: z.number() })

/** Times of the escrow track (DESIGN §7), from the events table; null until they happened. */
export const projectTimeline = z.object({
  posted_at: timestamp.nullable(),
  first_application_at: timestamp.nullable(),
  accepted_at: timestamp.nullable(),
  funded_at: timestamp.nullable(),
  delivered_at: timestamp.nullable(),
  approved_at: timestamp.nullable(),
  released_at: timestamp.nullable(),
  /** When its brand cancelled it; also null where it ended by itself, like an order that no one funds. */
  cancelled_at: timestamp.nullable(),
})

/** What changes added to the price of held money, in USD: held since then, or to be paid until then. */
export const addedMoney = z.array(
  z.object({
    amount: z.number(),
    pay_by: timestamp.nullable(),
    held_at: timestamp.nullable(),
  }),
)

/** The detail page: the project, its brand, the number of applications, and when each step happened. */
export const projectDetail = projectWithSeller.extend({
  application_count: z.number(),
  /** The licence it states; absent for the standard one. */
  licence: licenceTerms.optional(),
  /** The number of applications that still wait for an answer, for the owner only. */
  to_answer: z.number().nullable(),
  /** For an order of a package: its id, for the owner and its creator only. */
  order_id: id.nullable(),
  /** For an accepted order: the time until which it can be funded. */
  order_fund_by: timestamp.nullable(),
  /** The accepted creator, for the owner and that creator only. */
  creator: personCard.nullable(),
  /** Their account was deleted: they can be neither hired nor invited again. Absent otherwise. */
  creator_gone: z.literal(true).optional(),
  /** USD, for the owner and the accepted creator only. */
  accepted_price: z.number().nullable(),
  /** An operator has hidden it: the page tells those who can still see it that no one else can. */
  hidden: z.boolean(),
  /** Whether an open deal dispute freezes its money, for the two parties: their pages begin with it. */
  in_dispute: z.boolean(),
  /** For the owner, once the accepted creator has deleted their account and delivered nothing: no money is taken. */
  creator_left: z.literal(true).optional(),
  /** Rounds of revision: agreed, and requested so far. For the two parties, once a creator was accepted. */
  rounds: z.object({ agreed: z.number().int(), used: z.number().int() }).nullable(),
  /** For the two parties; absent if there is nothing. */
  added: addedMoney.optional(),
  timeline: projectTimeline,
  /** The creator whom its owner intends to invite once it is posted; for the owner only. */
  to_invite: personCard.nullable(),
  /** Null where its brand wrote only a description. */
  brief: projectBrief.nullable(),
  /**
   * For a project that wants several creators, for its owner: the limit for all hires together and what they cost, in
   * USD.
   */
  hiring_budget: z.object({ total: z.number().nullable(), committed: z.number() }).optional(),
  /** For a deal that such a project split off, for the two parties: that project. */
  listing: z
    .object({
      id,
      title: z.string(),
      wanted: z.int(),
      hired: z.int(),
    })
    .optional(),
  /** For such a project, for a creator it hired: their own deal. */
  own_deal: id.optional(),
})

const fields = {
  title: line(limits.title, 'Give the project a title.'),
  category: z.enum(CATEGORIES, { error: 'Choose a category.' }),
  /** Blank or absent: generated from the brief. */
  description: optionalText(limits.description),
  budget: usdBy(BUDGET_RULE),
  deadline: day,
  product_details: optionalText(limits.product_details),
  product_images: z.array(storedImage).max(limits.product_images, 'Too many files'),
  /** The number of creators wanted. With one, the next two are null. */
  seats: z.number().int().min(1).max(SEAT_LIMITS.most),
  /** The last day of hiring, and the USD that all hires together may cost. */
  hiring_until: day.nullable(),
  budget_total: usdBy(BUDGET_RULE).nullable(),
  /** How the brand may use the work; null is the standard licence. */
  licence: statedTerms.nullable(),
}

/** A new project: published immediately (active) or saved as a draft (SPEC §2, §4). */
export const newProject = z
  .strictObject({
    /** Chosen by the client, so that a request repeated after a lost response posts the project once. */
    id: id.optional(),
    ...fields,
    product_images: fields.product_images.default([]),
    seats: fields.seats.default(1),
    hiring_until: fields.hiring_until.default(null),
    budget_total: fields.budget_total.default(null),
    licence: fields.licence.default(null),
    status: z.enum(['draft', 'active']),
    /** A creator whom the owner intends to invite once it is posted. Nothing is sent: `invitations.send` does that. */
    to_invite: id.nullable().default(null),
    brief: newBrief.nullable().default(null),
  })
  .refine((posted) => (posted?.description ?? posted?.brief ?? null) !== null, {
    path: ['description'],
    message: DESCRIPTION_REQUIRED,
    // Reported together with every other field that is missing.
    when: () => true,
  })

/** Changes to a project; absent means unchanged. A null brief removes the brief; its description stays. */
export const projectChanges = z.strictObject({ ...fields, brief: newBrief.nullable() }).partial()

export const projectSchemas = {
  /**
   * Active projects. `q` is part of the title or the description, ignoring case and accents; when that finds less than
   * a page, near matches follow. Without three letters or digits in a row, we search for `q` only in the first
   * SEARCHED_SHORT projects of the sort. `sort`: newest first; the nearest deadline first, leaving out past ones; the
   * highest budget first; or the best match first. An invalid filter or `limit` is ignored.
   */
  'projects.list': {
    query: z.object({
      q: searchText(limits.search),
      category: lenient(z.enum(CATEGORIES)),
      sort: lenient(z.enum(PROJECT_SORTS)),
      limit: lenient(z.coerce.number().int().min(1).max(limits.page)),
      after,
    }),
    answer: z.object({ projects: z.array(projectWithSeller), ...foundPage }),
  },
  /**
   * A brand's active projects, newest first, for everyone who may read the list of all projects; an empty list for any
   * other id.
   */
  'projects.of_brand': {
    params: idParams,
    query: listQuery,
    answer: z.array(projectWithSeller),
  },
  'projects.get': { params: idParams, answer: projectDetail },
  'projects.create': { body: newProject, answer: project },
  'projects.update': { params: idParams, body: projectChanges, answer: project },
  'projects.publish': { params: idParams, answer: project },
  'projects.cancel': { params: idParams, answer: project },
} as const

export type Project = z.infer<typeof project>
export type ProjectWithSeller = z.infer<typeof projectWithSeller>
export type ProjectWithCount = z.infer<typeof projectWithCount>
export type ProjectDetail = z.infer<typeof projectDetail>
export type ProjectTimeline = z.infer<typeof projectTimeline>
export type NewProject = z.infer<typeof newProject>
export type ProjectChanges = z.infer<typeof projectChanges>
