import { z } from 'zod'
import { applicationWithProject } from './application-schemas.ts'
import { deliverable } from './deliverable-schemas.ts'
import { dealDispute } from './dispute-schemas.ts'
import { id, lenient, listQuery, timestamp } from './field-schemas.ts'
import { payment } from './payment-schemas.ts'
import { personCard } from './profile-schemas.ts'
import { addedMoney, project, projectTimeline, projectWithCount } from './project-schemas.ts'
import { PROJECT_STATUSES } from './projects.ts'

/**
 * A deal as its brand and its accepted creator see it in their lists, with the facts `tellDeal` needs to describe its
 * state.
 */
export const listedDeal = z.object({
  project: project
    .pick({
      id: true,
      title: true,
      product_images: true,
      status: true,
      deadline: true,
      hiring: true,
    })
    .extend({
      /** For an order of a package: its id. */
      order_id: id.nullable(),
      /** For an accepted order: the deadline for funding it. */
      order_fund_by: timestamp.nullable(),
      application_count: z.number(),
      /** Applications that are still waiting for an answer; null for the creator. */
      to_answer: z.number().nullable(),
      /** Absent: there are none, or the response is from an earlier release. */
      added: addedMoney.optional(),
      /** USD. */
      accepted_price: z.number().nullable(),
      timeline: projectTimeline,
    }),
  seller: personCard,
  creator: personCard.nullable(),
  payment: payment.nullable(),
  deliverables: z.array(
    deliverable.pick({
      status: true,
      created_at: true,
      reviewed_at: true,
      superseded_at: true,
      review_from: true,
    }),
  ),
  disputes: z.array(
    dealDispute.pick({ id: true, status: true, respondent: true, answer_by: true }),
  ),
})

/** A brand's project with the state of its deal; null if it was deleted while the list was being read. */
const ownProject = projectWithCount.extend({
  deal: listedDeal.nullable(),
  /** For a deal that was split off: the project that hired for it. */
  listing_id: id.optional(),
})

/** An application with the state of its deal, once it has been accepted. */
const ownApplication = applicationWithProject.extend({ deal: listedDeal.nullable() })

export const listedDealSchemas = {
  /** Newest first; with `status` only those in that status. */
  'projects.mine': {
    query: listQuery.extend({ status: lenient(z.enum(PROJECT_STATUSES)) }),
    answer: z.array(ownProject),
  },
  /** Newest first. */
  'applications.mine': { query: listQuery, answer: z.array(ownApplication) },
  /** Most urgent first, at most WAITING_LIMITS.shown. */
  'dashboard.waiting': { answer: z.array(listedDeal) },
  /** A creator's, likewise. */
  'dashboard.moves': { answer: z.array(listedDeal) },
} as const

export type ListedDeal = z.infer<typeof listedDeal>
export type OwnProject = z.infer<typeof ownProject>
export type OwnApplication = z.infer<typeof ownApplication>
