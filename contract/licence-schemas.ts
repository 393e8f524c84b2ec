import { z } from 'zod'
import { AI_PARTS } from './ai-parts.ts'
import { day, id, timestamp } from './field-schemas.ts'
import { licenceTerms } from './licence-terms-schemas.ts'
import { SHOWN_LICENCE_STATUSES } from './licence-term.ts'
import { VOID_REASONS } from './licences.ts'

const file = z.object({
  name: z.string(),
  /** Bytes. */
  size: z.number(),
  /** SHA-256 in hex. */
  sha256: z.string(),
  /** Parts made by AI, as the creator declared them at hand-in; null means no declaration. */
  ai_parts: z.array(z.enum(AI_PARTS)).nullable(),
})

/** A licence as anyone with its code reads it. */
const licence = z.object({
  /** For the two sides of its deal, who report it by its id; null for everyone else. */
  id: id.nullable(),
  code: z.string(),
  status: z.enum(SHOWN_LICENCE_STATUSES),
  void_reason: z.enum(VOID_REASONS).nullable(),
  terms: licenceTerms,
  terms_hash: z.string(),
  sentence: z.string(),
  /** Names as they were when it was granted. */
  seller_name: z.string(),
  creator_name: z.string(),
  granted_at: timestamp,
  /** The last day it is valid; null without an end. */
  ends_on: day.nullable(),
  /** Months that were added to its terms and paid for; `ends_on` includes them. */
  extended_months: z.number(),
  voided_at: timestamp.nullable(),
  files: z.array(file),
  /** A compact JWS (EdDSA) over all of this except the status; null for the short time until it is made. */
  certificate: z.string().nullable(),
  /** SHA-256 of the certificate as a PDF, in hex; null until the PDF is generated. */
  document_sha256: z.string().nullable(),
})

export const licenceSchemas = {
  /** Throws licence.not_found for an unknown code. */
  'licences.check': { params: z.object({ code: z.string() }), answer: licence },
  /** For the two sides of the deal; null until there is one. */
  'licences.of_project': { params: z.object({ id }), answer: licence.nullable() },
} as const

export type Licence = z.infer<typeof licence>
