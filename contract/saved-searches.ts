import type { ErrorEntry } from './error-entry.ts'

/** What a saved search finds. */
export const SEARCH_SUBJECTS = ['projects', 'creators'] as const
export type SearchSubject = (typeof SEARCH_SUBJECTS)[number]

/** The number of searches that one person may save; our choice. */
export const SAVED_SEARCHES = 20

/** A saved search is mailed at most once in this time, in ms: meanwhile its matches wait for the next mail. */
export const SEARCH_MAIL_EVERY_MS = 24 * 60 * 60_000

/** The number of matches that a mail names; it counts the others. */
export const FINDS_NAMED = 5

/** What a search looks for: text, and filters of its subject. An absent field matches anything. */
export interface SearchTerms {
  q?: string | null
  category?: string | null
  niche?: string | null
  platform?: string | null
}

/** Describes a search in a few words: “mug” · Home. */
export function searchWords({ q, category, niche, platform }: SearchTerms): string {
  const filters = [category, niche, platform].flatMap((one) =>
    one ? [one.charAt(0).toUpperCase() + one.slice(1)] : [],
  )
  return [...(q ? [`“${q}”`] : []), ...filters].join(' · ') || 'Everything'
}

export const savedSearchErrors = {
  'search.too_many': {
    status: 409,
    message: `You keep ${SAVED_SEARCHES} searches already. Remove one first.`,
  },
} as const satisfies Record<string, ErrorEntry>
