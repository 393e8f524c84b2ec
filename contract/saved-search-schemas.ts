import { z } from 'zod'
import { id, idParams, optionalText, timestamp } from './field-schemas.ts'
import { NICHES, PLATFORMS } from './profiles.ts'
import { CATEGORIES, PROJECT_LIMITS } from './projects.ts'
import { SEARCH_SUBJECTS } from './saved-searches.ts'

/** A saved search. Null matches anything; projects have a category, creators a niche and a platform. */
export const savedSearch = z.object({
  id,
  about: z.enum(SEARCH_SUBJECTS),
  q: z.string().nullable(),
  category: z.enum(CATEGORIES).nullable(),
  niche: z.enum(NICHES).nullable(),
  platform: z.enum(PLATFORMS).nullable(),
  created_at: timestamp,
})

export const savedSearchSchemas = {
  /** The user's own searches, newest first; at most SAVED_SEARCHES. */
  'searches.list': { answer: z.array(savedSearch) },
  /** Idempotent. Only sellers search creators. */
  'searches.save': {
    body: z.strictObject({
      about: z.enum(SEARCH_SUBJECTS),
      q: optionalText(PROJECT_LIMITS.search),
      category: z.enum(CATEGORIES).nullish(),
      niche: z.enum(NICHES).nullish(),
      platform: z.enum(PLATFORMS).nullish(),
    }),
    answer: savedSearch,
  },
  /** Idempotent. */
  'searches.remove': { params: idParams, answer: z.object({ removed: z.literal(true) }) },
} as const

export type SavedSearch = z.infer<typeof savedSearch>
