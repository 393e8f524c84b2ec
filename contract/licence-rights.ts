/**
 * What a brand may do with the work it paid for, as data. Terms are rows that never change, named by the SHA-256 of
 * their canonical JSON; a deal keeps the terms it was agreed under.
 */

/** Where the work may be used, if not in every medium. */
export const LICENCE_USES = [
  'social',
  'website',
  'marketplaces',
  'paid_ads',
  'out_of_home',
  'tv',
  'print',
] as const
export type LicenceUse = (typeof LICENCE_USES)[number]

/** Months that a licence may run, counted from its grant; null in the same place means without an end. */
export const TERM_MONTHS = [1, 3, 6, 12, 24] as const
export type TermMonths = (typeof TERM_MONTHS)[number]
/** Days that ads may run from the creator's own account: the periods that the platforms offer for their codes. */
export const HANDLE_DAYS = [7, 30, 60, 365] as const
/** Months during which the creator makes nothing for a competing brand. */
export const RIVAL_MONTHS = [1, 3, 6, 12] as const
/** The most countries that a list in a sentence may have. */
export const MOST_COUNTRIES = 30

/** The terms of a licence. Optional fields are omitted where the answer is no, so that the same terms have one form. */
export interface LicenceTerms {
  scope: 'any' | readonly LicenceUse[]
  /** `world`, or countries by ISO 3166-1. */
  territory: 'world' | readonly string[]
  /** Counted from the grant; null means without an end. */
  term_months: number | null
  /** No one else may use the work, including its creator. */
  exclusive: boolean
  /** `cut`: shortening, captions and other formats only. */
  edits: boolean | 'cut'
  /** Always false without a written agreement with the creator (SPEC §6). */
  ai_training: false
  /** The creator makes nothing for a competing brand for this many months from the grant. */
  rivals_months?: number
  raw_footage?: true
  /** Ads from the creator's own account, for this many days from the first. */
  handle_days?: number
  credit?: true
  /** What the brand may add to a licence with an end: this many months, each time for this price in cents. Both or neither. */
  extend_months?: number
  extend_cents?: number
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

/**
 * Returns the terms as JSON with sorted keys and no spaces (RFC 8785), from which their hash is computed. Lists are
 * sorted too.
 */
export const canonicalTerms = (terms: LicenceTerms): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(terms)
        .filter(([, value]) => value !== undefined)
        .map(
          ([key, value]) =>
            [key, Array.isArray(value) ? (value as string[]).toSorted() : value] as const,
        )
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ),
  )

/** Whether they equal the terms of a project that states none. */
export const isStandard = (terms: LicenceTerms): boolean =>
  canonicalTerms(terms) === canonicalTerms(STANDARD_TERMS)
