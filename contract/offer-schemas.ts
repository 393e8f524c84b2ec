import { z } from 'zod'
import { PRICE_RULE } from './applications.ts'
import { briefItem, newBriefItems } from './brief-schemas.ts'
import { licenceTerms } from './licence-terms-schemas.ts'
import { day, id, idParams, optionalText, timestamp, usdBy } from './field-schemas.ts'
import {
  OFFER_LIMITS as limits,
  OFFER_SIDES,
  OFFER_STATUSES,
  offerMessages as say,
} from './offers.ts'

/** What two sides agree on. */
export const dealTerms = z.object({
  /** USD, gross. */
  price: z.number(),
  deliver_by: day,
  rounds: z.number().int(),
  /** What is to be delivered; null leaves it to the brief. */
  items: z.array(briefItem).nullable(),
})

export const offer = dealTerms.extend({
  id,
  application_id: id,
  /** Within the application, from 1. */
  number: z.number().int(),
  by: z.enum(OFFER_SIDES),
  /** The open offer it countered; null where it was made against the application as it stood. */
  answers: id.nullable(),
  note: z.string().nullable(),
  /** Of a seller's offer: accepting it hires. Accepting a creator's always does. */
  hire_at_once: z.boolean(),
  /** The terms it was made against, as they were then. */
  against: dealTerms,
  status: z.enum(OFFER_STATUSES),
  expires_at: timestamp,
  created_at: timestamp,
  answered_at: timestamp.nullable(),
})

/** Where two sides stand about one application. */
export const negotiation = z.object({
  application_id: id,
  /** What accepting the application would agree now. */
  terms: dealTerms,
  /** What the project's brief asks for; null without one: then no offer names pieces. */
  brief_items: z.array(briefItem).nullable(),
  /** The licence that its project states; absent for the standard one. */
  licence: licenceTerms.optional(),
  /** Oldest first; at most OFFER_LIMITS.most. */
  offers: z.array(offer),
})

export const newOffer = z.strictObject({
  /** Made by the browser: sending twice is sending once. */
  id,
  price: usdBy(PRICE_RULE, say.price),
  deliver_by: day,
  rounds: z
    .int({ error: say.rounds })
    .min(limits.rounds.least, say.rounds)
    .max(limits.rounds.most, say.rounds),
  note: optionalText(limits.note),
  hire_at_once: z.boolean().default(true),
  hours: z
    .int({ error: say.hours })
    .min(limits.hours.least, say.hours)
    .max(limits.hours.most, say.hours)
    .default(limits.hours.usual),
  /** Other pieces than the brief's, which there must be; null leaves it to the brief. */
  items: newBriefItems.nullable().default(null),
  /** The open offer this one counters. */
  answers: id.nullable().default(null),
})

/** An offer that waits for the reader's answer. */
export const waitingOffer = offer
  .pick({ id: true, application_id: true, price: true, deliver_by: true, expires_at: true })
  .extend({
    project: z.object({ id, title: z.string() }),
    /** Whose offer it is. */
    from: z.string(),
  })

export const offerSchemas = {
  'offers.list': { params: idParams, answer: negotiation },
  'offers.make': { params: idParams, body: newOffer, answer: negotiation },
  /** With all that accepting an application does, where it hires. */
  'offers.accept': { params: idParams, answer: negotiation },
  'offers.decline': { params: idParams, answer: negotiation },
  'offers.withdraw': { params: idParams, answer: negotiation },
  /** The soonest to expire first; at most fifty. */
  'offers.waiting': { answer: z.array(waitingOffer) },
} as const

export type DealTerms = z.infer<typeof dealTerms>
export type Offer = z.infer<typeof offer>
export type Negotiation = z.infer<typeof negotiation>
export type NewOffer = z.output<typeof newOffer>
export type WaitingOffer = z.infer<typeof waitingOffer>
