import { LICENCE_WORDS } from './licence-words.ts'

/**
 * What a brand may do with the work it paid for. Terms are rows that never change, named by the SHA-256 of their
 * canonical JSON; a deal keeps the ones it was agreed under.
 */

/** Where the work may be used. `any` is every medium. */
export const LICENCE_SCOPES = ['any'] as const
/** `world`, or nowhere else yet: projects cannot state other terms. */
export const LICENCE_TERRITORIES = ['world'] as const

/** The terms of a licence as data. Months count from the grant; null is without an end. */
export interface LicenceTerms {
  scope: (typeof LICENCE_SCOPES)[number]
  territory: (typeof LICENCE_TERRITORIES)[number]
  term_months: number | null
  exclusive: boolean
  edits: boolean
  /** Always false without a written agreement with the creator (SPEC §6). */
  ai_training: boolean
}

/** SPEC §6: worldwide, perpetual, royalty-free, non-exclusive, without AI training. */
export const STANDARD_TERMS: LicenceTerms = {
  scope: 'any',
  territory: 'world',
  term_months: null,
  exclusive: false,
  edits: true,
  ai_training: false,
}

/** The terms as JSON with sorted keys and no spaces (RFC 8785): what their hash is computed over. */
export const canonicalTerms = (terms: LicenceTerms): string =>
  JSON.stringify(Object.fromEntries(Object.entries(terms).toSorted(([a], [b]) => (a < b ? -1 : 1))))

/** The terms in words, the same on the deal, the certificate and the check page. */
export const licenceSentence = (_terms: LicenceTerms): string =>
  `${LICENCE_WORDS.grant} ${LICENCE_WORDS.noTraining}`
