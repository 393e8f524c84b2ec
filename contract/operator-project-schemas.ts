import { z } from 'zod'
import { AMENDMENT_STATUSES } from './amendments.ts'
import { briefItem, projectBrief } from './brief-schemas.ts'
import { day, id, timestamp } from './field-schemas.ts'
import { OFFER_SIDES, OFFER_STATUSES } from './offers.ts'
import { operatorPaymentRow, recordedEvent } from './operator-record-schemas.ts'
import { ORDER_STATUSES } from './package-orders.ts'
import { PAYMENT_STATUSES } from './payments.ts'
import { personCard } from './profile-schemas.ts'
import { PROJECT_STATUSES } from './projects.ts'

/** A project in a list of the console. */
export const operatorProjectRow = z.object({
  id,
  title: z.string(),
  status: z.enum(PROJECT_STATUSES),
  /** USD. */
  budget: z.number(),
  deadline: day,
  created_at: timestamp,
  seller: personCard,
  creator: personCard.nullable(),
  payment_status: z.enum(PAYMENT_STATUSES).nullable(),
  /** USD: what both sides agreed on, with what was added since; null before someone is hired. */
  agreed_price: z.number().nullable(),
  /** Of a deal that was split off: the project that hired for it. */
  listing_id: id.nullable(),
  /** How many it wants and has hired, whose deals were not cancelled; null where one creator is wanted. */
  hiring: z.object({ wanted: z.number(), hired: z.number() }).nullable(),
})

/** An offer about one of a project's applications; its note stays between the two. */
const operatorOffer = z.object({
  id,
  number: z.number(),
  by: z.enum(OFFER_SIDES),
  creator: personCard,
  /** USD. */
  price: z.number(),
  deliver_by: day,
  rounds: z.number(),
  /** Null: those of the brief. */
  items: z.array(briefItem).nullable(),
  status: z.enum(OFFER_STATUSES),
  created_at: timestamp,
  expires_at: timestamp,
})

/** A proposed change of a project's deal; its note and its brief stay between the two. */
const operatorAmendment = z.object({
  id,
  number: z.number(),
  by: z.enum(OFFER_SIDES),
  deliver_by: day.nullable(),
  /** USD: the proposed price, and what agreeing on it sent back to the card. */
  price: z.number().nullable(),
  returned: z.number().nullable(),
  /** USD that it adds to held money, once both agree. */
  extra: z.number().nullable(),
  /** Rounds of revision it makes of those that were agreed. */
  rounds: z.number().nullable(),
  against_rounds: z.number().nullable(),
  changes_brief: z.boolean(),
  brief_version: z.number().nullable(),
  status: z.enum(AMENDMENT_STATUSES),
  created_at: timestamp,
})

/** An order of a package; what the brand wrote with it stays between the two. */
const operatorOrder = z.object({
  id,
  creator: personCard,
  /** USD. */
  price: z.number(),
  days: z.number(),
  status: z.enum(ORDER_STATUSES),
  charges_card: z.boolean(),
  created_at: timestamp,
  answer_by: timestamp,
  fund_by: timestamp.nullable(),
})

export const operatorProject = operatorProjectRow.extend({
  /** Of a deal that was split off; its page is a page of the console, too. */
  listing: z.object({ id, title: z.string() }).nullable(),
  /** Of a project that wants several creators. Its deals are `operator.projects` with it as `listing`. */
  hiring: z
    .object({
      wanted: z.number(),
      hired: z.number(),
      /** The last day of hiring; null without one. */
      until: day.nullable(),
      /** USD that its hires may cost together, and that they do; a cancelled deal costs nothing. */
      budget_total: z.number().nullable(),
      committed: z.number(),
    })
    .nullable(),
  /** Rounds of revision of the deal, wherever they were agreed; null before someone is hired. */
  rounds: z.object({ agreed: z.number(), used: z.number() }).nullable(),
  description: z.string(),
  brief: projectBrief.nullable(),
  product_details: z.string().nullable(),
  category: z.string(),
  applications: z.number(),
  deliverables: z.number(),
  payments: z.array(operatorPaymentRow),
  /** Of all its applications, the newest first; at most a hundred. */
  offers: z.array(operatorOffer),
  /** Changes of the running deal, the newest first. */
  amendments: z.array(operatorAmendment),
  /** The order that it is: one, or none. */
  orders: z.array(operatorOrder),
  events: z.array(recordedEvent),
})

export type OperatorProjectRow = z.infer<typeof operatorProjectRow>
export type OperatorProject = z.infer<typeof operatorProject>
export type OperatorAmendment = z.infer<typeof operatorAmendment>
export type OperatorOffer = z.infer<typeof operatorOffer>
export type OperatorOrder = z.infer<typeof operatorOrder>
