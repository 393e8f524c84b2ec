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
  /** As both sides see it. */
  payment_status: z.enum(PAYMENT_STATUSES).nullable(),
  /** USD: the price that both sides agreed on, plus later additions; null before someone is hired. */
  agreed_price: z.number().nullable(),
  /** For a deal that was split off: the project that hired for it. */
  listing_id: id.nullable(),
  /**
   * The number of creators it wants, and of those it hired whose deals were not cancelled; null where one creator is
   * wanted.
   */
  hiring: z.object({ wanted: z.number(), hired: z.number() }).nullable(),
})

/** An offer about one of a project's applications; its note stays private to the two sides. */
const operatorOffer = z.object({
  id,
  number: z.number(),
  by: z.enum(OFFER_SIDES),
  creator: personCard,
  /** USD: the price, and what the creator gets of it. */
  price: z.number(),
  net: z.number(),
  deliver_by: day,
  rounds: z.number(),
  /** Null: those of the brief apply. */
  items: z.array(briefItem).nullable(),
  status: z.enum(OFFER_STATUSES),
  created_at: timestamp,
  expires_at: timestamp,
})

/** A proposed change of a project's deal; its note and its brief stay private to the two sides. */
const operatorAmendment = z.object({
  id,
  number: z.number(),
  by: z.enum(OFFER_SIDES),
  deliver_by: day.nullable(),
  /** USD: the proposed price, what the creator gets of it, and the amount that agreeing on it sent back to the card. */
  price: z.number().nullable(),
  net: z.number().nullable(),
  returned: z.number().nullable(),
  /** USD that it adds to held money, once both agree. */
  extra: z.number().nullable(),
  /** The agreed rounds of revision after it, and those that were agreed when it was proposed. */
  rounds: z.number().nullable(),
  against_rounds: z.number().nullable(),
  changes_brief: z.boolean(),
  brief_version: z.number().nullable(),
  status: z.enum(AMENDMENT_STATUSES),
  created_at: timestamp,
})

/** An add-on of an order. Its days may be negative: it makes the delivery faster. */
const addOn = z.object({ id: z.string(), label: z.string(), price: z.number(), days: z.number() })

/** An order of a package; what the brand wrote with it stays private to the two sides. */
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
  /** The chosen add-ons. */
  add_ons: z.array(addOn),
  /** USD: the price with the add-ons, and what the creator gets of it. */
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
  /** For a deal that was split off; its page is also a page of the console. */
  listing: z.object({ id, title: z.string() }).nullable(),
  /** For a project that wants several creators. Its deals are `operator.projects` with it as `listing`. */
  hiring: z
    .object({
      wanted: z.number(),
      hired: z.number(),
      /** The last day of hiring; null without one. */
      until: day.nullable(),
      /** USD: the limit for all its hires together, and what they cost so far; a cancelled deal costs nothing. */
      budget_total: z.number().nullable(),
      committed: z.number(),
    })
    .nullable(),
  /** USD: what the creator gets of the agreed price, split payment by payment. */
  agreed_net: z.number().nullable(),
  /** The deal's rounds of revision, wherever they were agreed; null before someone is hired. */
  rounds: z.object({ agreed: z.number(), used: z.number() }).nullable(),
  description: z.string(),
  brief: projectBrief.nullable(),
  product_details: z.string().nullable(),
  category: z.string(),
  applications: z.number(),
  deliverables: z.number(),
  payments: z.array(operatorPaymentRow),
  /** From all its applications, newest first; at most a hundred. */
  offers: z.array(operatorOffer),
  /** Changes of the running deal, the newest first. */
  amendments: z.array(operatorAmendment),
  /** The order that created it: at most one. */
  orders: z.array(operatorOrder),
  events: z.array(recordedEvent),
})

/**
 * A delivery with the three columns of its checks. The words beside them (reasons, notes) stay private to the two
 * sides, and so do its files: an operator opens them in a dispute.
 */
export const operatorDeliverable = z.object({
  id,
  version: z.number(),
  status: z.enum(DELIVERABLE_STATUSES),
  superseded_at: timestamp.nullable(),
  decided: z.boolean(),
  created_at: timestamp,
  reviewed_at: timestamp.nullable(),
  /** The brief that it was checked against; null without one. */
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
  /** In the brief's order; the brand's answers appear once both sides can see them. */
  checks: z.array(deliveryCheck.omit({ reason: true, note: true })),
})

export type OperatorDeliverable = z.infer<typeof operatorDeliverable>
export type OperatorProjectRow = z.infer<typeof operatorProjectRow>
export type OperatorProject = z.infer<typeof operatorProject>
export type OperatorAmendment = z.infer<typeof operatorAmendment>
export type OperatorOffer = z.infer<typeof operatorOffer>
export type OperatorOrder = z.infer<typeof operatorOrder>
