import type { ErrorEntry } from './error-entry.ts'

/** SPEC §3: the two kinds of user. Code says seller; the public view and the legal text also say brand. */
export const ROLES = ['creator', 'seller'] as const
export type Role = (typeof ROLES)[number]

/** SPEC §5: the role of a sign-up that does not name one. */
export const DEFAULT_ROLE: Role = 'creator'

/** SPEC §9. */
export const NICHES = [
  'Fashion',
  'Beauty',
  'Fitness',
  'Food',
  'Travel',
  'Lifestyle',
  'Tech',
  'Gaming',
  'Home & Decor',
  'Parenting',
  'Pets',
  'Health',
  'Business',
  'Education',
  'Art',
  'Music',
  'Sports',
  'Automotive',
] as const
export type Niche = (typeof NICHES)[number]

/** SPEC §9: platforms a creator search filters by. */
export const PLATFORMS = ['instagram', 'tiktok', 'youtube', 'twitter'] as const
export type Platform = (typeof PLATFORMS)[number]

/** SPEC §9: a creator card shows at most this many niche badges, then "+N more". */
export const NICHE_BADGES_SHOWN = 3

/** Lengths in characters. The brand description is SPEC §5; the others are bounds where the spec has none. */
export const PROFILE_LIMITS = {
  name: 120,
  bio: 2_000,
  company_name: 160,
  industry: 120,
  brand_description: 500,
  url: 2_048,
  /** The length of a link in a list: 36 of them fit into one request with the rest of the form (REQUEST_BOUNDS). */
  listed_url: 1_000,
  niches: NICHES.length,
  portfolio_urls: 24,
  /** The maximum of uploaded pictures and videos in a portfolio; the other pieces are links. */
  portfolio_files: 12,
  caption: 120,
  social_links: 12,
  social_platform: 40,
  rates: 24,
  rate_name: 80,
  search: 200,
  /** Creators per page of Find Creators. */
  page: 24,
} as const

/** The prefix of the address of a piece that was uploaded to the portfolio; links never begin like this. */
export const PORTFOLIO_PREFIX = '/storage/public/portfolio/'

/**
 * The sort orders of Find Creators. Newest puts creators without a picture and without any work last; the others sort
 * by Bayesian means of figures, as RANK_PRIORS in track-record.ts says.
 */
export const CREATOR_SORTS = [
  'newest',
  'relevance',
  'rating',
  'on_time',
  'first_pass',
  'answers',
] as const
export type CreatorSort = (typeof CREATOR_SORTS)[number]

/** The order when the user chose none: the best match for the typed text; without a text there is none. */
export const defaultCreatorSort = (isTyped: boolean): CreatorSort =>
  isTyped ? 'relevance' : 'newest'

/**
 * The number of matching creators that are examined to count facets. If there are more, the counts are lower bounds.
 */
export const FACETS_LOOK_AT = 2_000

/** The number of creators that one brand may save; our choice. */
export const SAVED_CREATORS = 500

/**
 * Returns whether a rate or a social link cannot have this name: as an object's key it would set the prototype instead,
 * and be lost.
 */
export const isReservedName = (name: string): boolean => name === '__proto__'

/** SPEC §5 and §2. */
export const profileMessages = {
  nameRequired: 'Name is required',
  companyRequired: 'Company name is required',
  invalidUrl: 'Invalid URL',
  reservedName: 'Please use another name.',
  captionsWithoutPieces: 'There are more captions than pieces.',
  descriptionTooLong: 'Description must be less than 500 characters',
} as const

/** A refusal that a page also displays: in a separate constant, so that no page loads every refusal. */
export const NO_SUCH_PROFILE = "The profile you're looking for doesn't exist."

export const profileErrors = {
  'creator.too_many_saved': {
    status: 409,
    message: `You have saved ${SAVED_CREATORS} creators already. Remove one first.`,
  },
  'profile.not_found': { status: 404, message: NO_SUCH_PROFILE },
  /** Decision P19: the role is chosen once. */
  'profile.role_chosen': { status: 409, message: 'You have already chosen your role.' },
} as const satisfies Record<string, ErrorEntry>
