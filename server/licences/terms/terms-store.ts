import { createHash } from 'node:crypto'
import { licenceSentence } from '#contract/licence-sentence.ts'
import {
  canonicalTerms,
  isStandard,
  type LicenceTerms,
  STANDARD_TERMS,
} from '#contract/licence-rights.ts'
import { execute, maybeRow, raw, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

/** Stores terms once, and returns the SHA-256 that names them. */
export async function keepTerms(tx: Tx, terms: LicenceTerms): Promise<string> {
  const canonical = canonicalTerms(terms)
  const hash = createHash('sha256').update(canonical).digest('hex')
  await execute(
    tx,
    sql`insert into licence_terms (hash, terms, sentence) values (${hash}, ${canonical}::jsonb, ${licenceSentence(terms)})
      on conflict do nothing`,
  )
  return hash
}

/** What a project stores of the terms its brand states: their hash, or null for the standard terms. */
export const statedHash = async (tx: Tx, terms: LicenceTerms | null): Promise<string | null> =>
  terms === null || isStandard(terms) ? null : keepTerms(tx, terms)

/** The terms a project states, as lists read them; null for the standard terms. Reads projects. */
export const statedTerms = raw(
  `(select terms from licence_terms where hash = projects.licence_terms_hash) as licence_terms`,
)

/** Freezes the terms of an application that is being accepted: from here on they are the deal's. */
export async function freezeTerms(tx: Tx, applicationId: string): Promise<void> {
  const standard = await keepTerms(tx, STANDARD_TERMS)
  await execute(
    tx,
    sql`update applications set licence_terms_hash = coalesce(
        (select licence_terms_hash from projects where projects.id = applications.project_id), ${standard})
      where id = ${applicationId} and licence_terms_hash is null`,
  )
}

/** Terms by their hash, with their months. */
export interface AgreedTerms {
  hash: string
  term_months: number | null
}

/** The terms that a deal's licence has: those frozen at its acceptance. */
export async function agreedTerms(tx: Tx, applicationId: string): Promise<AgreedTerms> {
  const agreed = await maybeRow<AgreedTerms>(
    tx,
    sql`select hash, (terms ->> 'term_months')::integer as term_months
      from applications join licence_terms on hash = licence_terms_hash where applications.id = ${applicationId}`,
  )
  return agreed ?? { hash: await keepTerms(tx, STANDARD_TERMS), term_months: null }
}
