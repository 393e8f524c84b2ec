import { z } from 'zod'
import { BRIEF_LIMITS } from './briefs.ts'
import { briefItem, newBriefItems } from './brief-schemas.ts'
import { id, idParams, line, timestamp, usdBy } from './field-schemas.ts'
import { centsFromUsd, MAX_AMOUNT_CENTS } from './money.ts'
import {
  PACKAGE_LIMITS as limits,
  PACKAGE_PRICE_RULE,
  PACKAGE_STATUSES,
  packageMessages as say,
} from './packages.ts'
import { PROFILE_LIMITS } from './profiles.ts'

const newAddOn = z.strictObject({
  id: z
    .string()
    .max(BRIEF_LIMITS.id, say.addOn)
    .regex(/^[a-z0-9-]+$/, say.addOn),
  label: line(limits.addOnLabel, say.addOn),
  price: usdBy(PACKAGE_PRICE_RULE),
  days: z
    .int({ error: say.addOnDays })
    .min(-limits.addOnDays, say.addOnDays)
    .max(limits.addOnDays, say.addOnDays)
    .default(0),
})

/** A package as its creator writes it. */
const newPackage = z
  .strictObject({
    title: line(limits.title, say.title),
    items: newBriefItems,
    price: usdBy(PACKAGE_PRICE_RULE),
    days: z.int({ error: say.days }).min(1, say.days).max(limits.days, say.days),
    rounds: z.int({ error: say.rounds }).min(0, say.rounds).max(limits.rounds, say.rounds),
    add_ons: z
      .array(newAddOn)
      .max(limits.addOns, say.addOns)
      .refine((all) => new Set(all.map((one) => one.id)).size === all.length, say.addOn)
      .default([]),
    /** Addresses of pieces of the creator's own portfolio. */
    samples: z
      .array(z.string().max(PROFILE_LIMITS.listed_url, say.foreignSample))
      .max(limits.samples, say.samples)
      .transform((all) => [...new Set(all)])
      .default([]),
  })
  .refine(
    (one) =>
      [one, ...one.add_ons].reduce((sum, { price }) => sum + centsFromUsd(price), 0) <=
      MAX_AMOUNT_CENTS,
    { path: ['price'], message: say.total },
  )

export const packageTerms = z.object({
  title: z.string(),
  items: z.array(briefItem),
  price: z.number(),
  days: z.number(),
  rounds: z.number(),
  add_ons: z.array(
    z.object({ id: z.string(), label: z.string(), price: z.number(), days: z.number() }),
  ),
})

/** A listed package, as everyone sees it. */
export const shownPackage = packageTerms.extend({
  id,
  /** Pieces of the portfolio; those that were removed from it since are left out. */
  samples: z.array(z.string()),
})

const ownPackage = shownPackage.extend({
  status: z.enum(PACKAGE_STATUSES),
  updated_at: timestamp,
})

export const packageSchemas = {
  /** In the creator's order. */
  'packages.mine': { answer: z.array(ownPackage) },
  /** Created as a draft, at the end of the list. */
  'packages.create': { body: newPackage, answer: ownPackage },
  /** Takes all of the creator's packages, in their new order. */
  'packages.arrange': {
    body: z.strictObject({ ids: z.array(id).max(limits.packages) }),
    answer: z.array(ownPackage),
  },
  /** Orders that were placed earlier keep the terms that they agreed on. */
  'packages.update': { params: idParams, body: newPackage, answer: ownPackage },
  'packages.list': { params: idParams, answer: ownPackage },
  'packages.pause': { params: idParams, answer: ownPackage },
  'packages.remove': { params: idParams, answer: z.object({ removed: z.literal(true) }) },
} as const

export type NewPackage = z.output<typeof newPackage>
export type ShownPackage = z.infer<typeof shownPackage>
export type OwnPackage = z.infer<typeof ownPackage>
