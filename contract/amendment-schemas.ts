import { z } from 'zod'
import { PRICE_RULE } from './applications.ts'
import {
  AMENDMENT_LIMITS as limits,
  AMENDMENT_STATUSES,
  amendmentMessages as say,
} from './amendments.ts'
import { brief, newBrief } from './brief-schemas.ts'
import { day, feeTerms, id, idParams, optionalText, timestamp, usdBy } from './field-schemas.ts'
import { OFFER_SIDES } from './offers.ts'

/** One proposed change. What it leaves as it is, is null. */
export const amendment = z.object({
  id,
  /** Within the deal, from 1. */
  number: z.number().int(),
  by: z.enum(OFFER_SIDES),
  deliver_by: day.nullable(),
  /** The date that was agreed when it was proposed. */
  against_deliver_by: day,
  /** USD, gross. */
  price: z.number().nullable(),
  /** The price that was agreed when another was proposed. */
  against_price: z.number().nullable(),
  /** USD that its acceptance sent back to the card; null while it is open, and where nothing was held. */
  returned: z.number().nullable(),
  /** USD that a higher price adds to held money once both agree; until when the brand can pay it. It counts once that is held. */
  extra: z.number().nullable(),
  pay_by: timestamp.nullable(),
  /** The agreed rounds of revision it would make of those that were agreed. */
  rounds: z.number().int().nullable(),
  against_rounds: z.number().int().nullable(),
  changes_brief: z.boolean(),
  /** In full only while it is open or unpaid: ten of them would make a long answer. */
  brief: brief.nullable(),
  /** The version of the brief that its acceptance made. */
  brief_version: z.number().int().nullable(),
  note: z.string().nullable(),
  status: z.enum(AMENDMENT_STATUSES),
  expires_at: timestamp,
  created_at: timestamp,
  answered_at: timestamp.nullable(),
})

/** What the two sides of a running deal agree on now, and what was proposed since. */
export const dealAmendments = z.object({
  project_id: id,
  application_id: id,
  terms: z.object({
    deliver_by: day,
    /** USD, gross. */
    price: z.number(),
    /** USD that make up the price: the deal's own payment, then its extras. Each is split by itself. */
    parts: z.array(z.number()),
    /** Agreed rounds of revision. */
    rounds: z.number().int(),
    /** Of this deal: those of the day it was accepted, whatever its price. */
    fee_terms: feeTerms,
    /** With the agreed rounds of revision, wherever those were agreed. Null: the deal has a text only. */
    brief: brief.nullable(),
  }),
  /** Whether something could be proposed now, or why not: a code of `amendmentErrors`. */
  closed: z.string().nullable(),
  /** Whether a price could be, or why not. */
  price_fixed: z.string().nullable(),
  /** USD that is held: of a lower price the difference goes back to the card, a higher one is paid before it counts. */
  held: z.number().nullable(),
  /** Oldest first; at most AMENDMENT_LIMITS.mostOfSide of each side. */
  amendments: z.array(amendment),
})

export const newAmendment = z.strictObject({
  /** Made by the browser: sending twice is sending once. */
  id,
  deliver_by: day.nullable().default(null),
  price: usdBy(PRICE_RULE, say.price).nullable().default(null),
  /** All rounds of the deal, not those that are added. Without a brief only, which says its own. */
  rounds: z
    .int({ error: say.rounds })
    .min(1, say.rounds)
    .max(limits.rounds, say.rounds)
    .nullable()
    .default(null),
  brief: newBrief.nullable().default(null),
  note: optionalText(limits.note),
  /** How many changes were agreed on when it was begun: it is refused once there is another. */
  agreed: z.int().min(0).optional(),
  hours: z
    .int({ error: say.hours })
    .min(limits.hours.least, say.hours)
    .max(limits.hours.most, say.hours)
    .default(limits.hours.usual),
})

export const amendmentSchemas = {
  'amendments.list': { params: idParams, answer: dealAmendments },
  'amendments.propose': { params: idParams, body: newAmendment, answer: dealAmendments },
  'amendments.accept': { params: idParams, answer: dealAmendments },
  'amendments.decline': { params: idParams, answer: dealAmendments },
  'amendments.withdraw': { params: idParams, answer: dealAmendments },
  'amendments.call_off': { params: idParams, answer: dealAmendments },
} as const

export type Amendment = z.infer<typeof amendment>
export type DealAmendments = z.infer<typeof dealAmendments>
export type NewAmendment = z.output<typeof newAmendment>
