import { z } from 'zod'
import { id, timestamp } from './field-schemas.ts'
import { LICENCE_SCOPES, LICENCE_TERRITORIES } from './standard-licence.ts'
import { LICENCE_STATUSES, VOID_REASONS } from './licences.ts'

const terms = z.object({
  scope: z.enum(LICENCE_SCOPES),
  territory: z.enum(LICENCE_TERRITORIES),
  term_months: z.number().nullable(),
  exclusive: z.boolean(),
  edits: z.boolean(),
  ai_training: z.boolean(),
})

const file = z.object({
  name: z.string(),
  /** Bytes. */
  size: z.number(),
  /** SHA-256 in hex. */
  sha256: z.string(),
})

/** A licence as anyone with its code reads it. */
const licence = z.object({
  code: z.string(),
  status: z.enum(LICENCE_STATUSES),
  void_reason: z.enum(VOID_REASONS).nullable(),
  terms,
  terms_hash: z.string(),
  sentence: z.string(),
  /** Names as they were when it was granted. */
  seller_name: z.string(),
  creator_name: z.string(),
  granted_at: timestamp,
  voided_at: timestamp.nullable(),
  files: z.array(file),
  /** A compact JWS (EdDSA) over all of this but the status; null for the moment until it is made. */
  certificate: z.string().nullable(),
})

export const licenceSchemas = {
  /** Throws licence.not_found for an unknown code. */
  'licences.check': { params: z.object({ code: z.string() }), answer: licence },
  /** For the two sides of the deal; null until there is one. */
  'licences.of_project': { params: z.object({ id }), answer: licence.nullable() },
} as const

export type Licence = z.infer<typeof licence>
