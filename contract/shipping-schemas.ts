import { z } from 'zod'
import {
  id,
  idParams,
  line,
  oneLine,
  optionalText,
  optionalWebUrl,
  timestamp,
  usdBy,
} from './field-schemas.ts'
import {
  PARCEL_PROBLEMS,
  PRODUCT_VALUE_RULE,
  SHIPMENT_STATUSES,
  SHIPPING_LIMITS as limits,
} from './shipping.ts'
import { SHEET_LIMITS, SHEET_OUTCOMES, sheetMessages } from './shipping-sheet.ts'
import { shippingMessages as say } from './shipping-words.ts'

/** The product of a deal. Anyone other than its two sides sees what was posted, as `planned`. */
export const shipment = z.object({
  project_id: id,
  status: z.enum(SHIPMENT_STATUSES),
  product: z.string(),
  /** USD, as the brand states it. */
  value: z.number(),
  /** Days to deliver from its arrival; null: the deadline stays as agreed. */
  days: z.number().int().nullable(),
  /** Whether it was there when the deal began, so that both sides agreed on it. */
  posted: z.boolean(),
  carrier: z.string().nullable(),
  number: z.string().nullable(),
  link: z.string().nullable(),
  problem: z.enum(PARCEL_PROBLEMS).nullable(),
  problem_words: z.string().nullable(),
  /** When it entered its state; null for anyone but the sides of the deal. */
  since: timestamp.nullable(),
  shipped_at: timestamp.nullable(),
  received_at: timestamp.nullable(),
})

const shipmentAnswer = z.object({ shipment: shipment.nullable() })

export const newShipment = z.strictObject({
  product: line(limits.product, say.product),
  value: usdBy(PRODUCT_VALUE_RULE),
  days: z
    .int({ error: say.days })
    .min(limits.days.least, say.days)
    .max(limits.days.most, say.days)
    .nullable()
    .default(null),
})

/** One optional line: blank is null. */
const optionalLine = (max: number) =>
  optionalText(max).transform((value) => (value === null ? null : oneLine(value)))

const sizes = limits.address
/** The address of a parcel. Stored sealed; only the brand of the deal and the person who gave it can ever read it. */
export const address = z.strictObject({
  name: line(sizes.name, say.name),
  line1: line(sizes.line, say.line),
  line2: optionalLine(sizes.line),
  city: line(sizes.city, say.city),
  region: optionalLine(sizes.region),
  postal_code: optionalLine(sizes.postalCode),
  country: line(sizes.country, say.country),
  phone: optionalLine(sizes.phone),
})

/** How a parcel is sent. */
export const parcel = z.strictObject({
  carrier: line(limits.carrier, say.carrier),
  number: optionalLine(limits.number),
  link: optionalWebUrl(say.link).refine(
    (link) => link === null || link.startsWith('https://'),
    say.link,
  ),
})

const parcelReport = z.strictObject({
  problem: z.enum(PARCEL_PROBLEMS, { error: say.problem }),
  words: optionalText(limits.problemWords),
})

export const shippingSchemas = {
  'shipping.get': { params: idParams, answer: shipmentAnswer },
  'shipping.plan': { params: idParams, body: newShipment, answer: shipmentAnswer },
  'shipping.drop': { params: idParams, answer: shipmentAnswer },
  /** Null before it was given and after it was deleted. */
  'shipping.address': { params: idParams, answer: z.object({ address: address.nullable() }) },
  'shipping.give_address': { params: idParams, body: address, answer: shipmentAnswer },
  'shipping.ship': { params: idParams, body: parcel, answer: shipmentAnswer },
  'shipping.receive': { params: idParams, answer: shipmentAnswer },
  'shipping.report': { params: idParams, body: parcelReport, answer: shipmentAnswer },
  /**
   * The parcels of the reader's running deals as CSV, with their addresses: for one project or for all. Every download
   * adds a line to the account logs of both sides, so it is not a GET.
   */
  'shipping.export': {
    body: z.strictObject({ project_id: id.nullish() }),
    answer: z.object({ csv: z.string(), rows: z.number().int() }),
  },
  /** Sets carrier, number and link, row by row; `dry_run` only reports what would happen. Idempotent. */
  'shipping.import': {
    body: z.strictObject({
      csv: z
        .string({ error: sheetMessages.empty })
        .min(1, sheetMessages.empty)
        .max(SHEET_LIMITS.characters, sheetMessages.tooLong),
      dry_run: z.boolean(),
    }),
    answer: z.object({
      rows: z.array(
        z.object({
          /** The line of the file, as an editor counts lines. */
          at_line: z.number().int(),
          /** The deal's project; null if it is not one of the reader's. */
          project_id: id.nullable(),
          outcome: z.enum(SHEET_OUTCOMES),
          /** Why it was refused; null where it was not. */
          message: z.string().nullable(),
        }),
      ),
    }),
  },
} as const

export type Shipment = z.infer<typeof shipment>
export type NewShipment = z.output<typeof newShipment>
export type Address = z.output<typeof address>
export type Parcel = z.output<typeof parcel>
export type ParcelReport = z.output<typeof parcelReport>
