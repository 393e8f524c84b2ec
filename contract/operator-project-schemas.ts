import { z } from 'zod'
import { AMENDMENT_STATUSES } from './amendments.ts'
import { briefItem, projectBrief } from './brief-schemas.ts'
import { deliveryFile } from './deliverable-schemas.ts'
import { DELIVERABLE_STATUSES } from './deliverables.ts'
import { deliveryCheck } from './delivery-check-schemas.ts'
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
  /** As both sides read it. */
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
  /** USD, and what it leaves for the creator. */
  price: z.number(),
  net: z.number(),
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
  /** USD: the proposed price, what it leaves for the creator, and what agreeing on it sent back to the card. */
  price: z.number().nullable(),
  net: z.number().nullable(),
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

/** An add-on of an order. Days may be fewer than none: it makes the delivery faster. */
const addOn = z.object({ id: z.string(), label: z.string(), price: z.number(), days: z.number() })

/** An order of a package; what the brand wrote with it stays between the two. */
const operatorOrder = z.object({
  id,
  creator: personCard,
  /** The package as it was ordered. */
  package: z.object({
    title: z.string(),
    /** USD. */
    price: z.number(),
    days: z.number(),
    rounds: z.number(),
  }),
  /** Those that were chosen. */
  add_ons: z.array(addOn),
  /** USD, with the add-ons, and what it leaves for the creator. */
  price: z.number(),
  net: z.number(),
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
  /** USD: what the agreed price leaves for the creator, split payment by payment. */
  agreed_net: z.number().nullable(),
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

/**
 * A delivery with what the three columns of its checks say. The words beside them (reasons, notes) stay between the two,
 * and so do its files: an operator opens them in a dispute.
 */
export const operatorDeliverable = z.object({
  id,
  version: z.number(),
  status: z.enum(DELIVERABLE_STATUSES),
  superseded_at: timestamp.nullable(),
  decided: z.boolean(),
  created_at: timestamp,
  reviewed_at: timestamp.nullable(),
  /** Of the brief it was checked by; null without one. */
  brief_version: z.number().nullable(),
  files: z.array(
    deliveryFile.pick({
      position: true,
      item_name: true,
      file_name: true,
      file_type: true,
      file_size: true,
    }),
  ),
  /** In the brief's order; the brand's answers once both sides read them. */
  checks: z.array(deliveryCheck.omit({ reason: true, note: true })),
})

export type OperatorDeliverable = z.infer<typeof operatorDeliverable>
export type OperatorProjectRow = z.infer<typeof operatorProjectRow>
export type OperatorProject = z.infer<typeof operatorProject>
export type OperatorAmendment = z.infer<typeof operatorAmendment>
export type OperatorOffer = z.infer<typeof operatorOffer>
export type OperatorOrder = z.infer<typeof operatorOrder>
