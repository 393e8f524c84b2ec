import { z } from 'zod'
import { deliverable } from './deliverable-schemas.ts'
import { dealDispute } from './dispute-schemas.ts'
import { payment } from './payment-schemas.ts'
import { personCard } from './profile-schemas.ts'
import { project, projectTimeline } from './project-schemas.ts'

/** A project that waits for its brand or its accepted creator, with what `tellDeal` needs to say why. */
export const waitingDeal = z.object({
  project: project
    .pick({ id: true, title: true, product_images: true, status: true, deadline: true })
    .extend({
      application_count: z.number(),
      /** USD. */
      accepted_price: z.number().nullable(),
      timeline: projectTimeline,
    }),
  seller: personCard,
  creator: personCard.nullable(),
  payment: payment.nullable(),
  deliverables: z.array(
    deliverable.pick({ status: true, created_at: true, reviewed_at: true, review_from: true }),
  ),
  disputes: z.array(
    dealDispute.pick({ id: true, status: true, respondent: true, answer_by: true }),
  ),
})

export const waitingSchemas = {
  /** Most urgent first, at most WAITING_LIMITS.shown. */
  'dashboard.waiting': { answer: z.array(waitingDeal) },
  /** A creator's, likewise. */
  'dashboard.moves': { answer: z.array(waitingDeal) },
} as const

export type WaitingDeal = z.infer<typeof waitingDeal>
