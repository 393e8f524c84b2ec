import { z } from 'zod'
import {
  after,
  foundPage,
  id,
  lenient,
  line,
  oneLine,
  optionalText,
  optionalWebUrl,
  searchText,
  storedImage,
  timestamp,
  usd,
  webUrl,
} from './field-schemas.ts'
import { VISITS } from './first-steps.ts'
import { shownPackage } from './package-schemas.ts'
import { PACKAGE_DAYS, PACKAGE_PRICES } from './packages.ts'
import {
  CREATOR_SORTS,
  isReservedName,
  NICHES,
  PLATFORMS,
  PORTFOLIO_PREFIX,
  PROFILE_LIMITS as limits,
  ROLES,
  profileMessages as say,
} from './profiles.ts'
import { CREATOR_BADGES } from './badges.ts'
import { trackRecord } from './track-record-schemas.ts'

const role = z.enum(ROLES)

/** A person in a list: enough for an avatar and a name. */
export const personCard = z.object({
  id,
  name: z.string(),
  role,
  avatar_url: z.string().nullable(),
  company_name: z.string().nullable(),
})

/** The fields of a profile that everyone may read (decision P20). */
export const publicProfile = personCard.extend({
  bio: z.string().nullable(),
  niches: z.array(z.string()),
  /** Service or content type to USD. */
  rates: z.record(z.string(), z.number()),
  social_links: z.record(z.string(), z.string()),
  /** Uploaded pieces and links, in the creator's order; the first is the cover. */
  portfolio_urls: z.array(z.string()),
  /** The caption of each piece; '' for none. */
  portfolio_captions: z.array(z.string()),
  industry: z.string().nullable(),
  website: z.string().nullable(),
  brand_description: z.string().nullable(),
  /** USD: the price of the cheapest listed package; null without one. */
  package_from: z.number().nullable(),
  created_at: timestamp,
})

/** A creator in search results. */
export const foundCreator = publicProfile.extend({ record: trackRecord })

/** A profile as its page shows it. */
export const shownProfile = publicProfile.extend({
  /** The number of a brand's projects that were completed; null for a creator. */
  completed_projects: z.number().nullable(),
  record: trackRecord,
  /** What a creator sells at fixed terms, in their order; empty for a brand. */
  packages: z.array(shownPackage),
})

/** One's own profile. */
export const ownProfile = publicProfile.extend({
  email: z.string(),
  stripe_customer_id: z.string().nullable(),
  /** False until a person who signed up with Google has chosen a role (decision P19). */
  role_chosen: z.boolean(),
  /** Whether this is their first visit, by the server's clock. */
  visit: z.enum(VISITS),
})

/** A key in a map that people fill in: at most `most` characters, and no key that an object would lose. */
const entryName = (most: number, required: string) =>
  line(most, required).refine((name) => !isReservedName(name), say.reservedName)

const rates = z
  .record(entryName(limits.rate_name, 'Name the service.'), usd)
  .refine(
    (value) => Object.keys(value).length <= limits.rates,
    `Please use at most ${limits.rates} rates.`,
  )
const socialLinks = z
  .record(
    entryName(limits.social_platform, 'Name the platform.').pipe(z.string().toLowerCase()),
    webUrl(say.invalidUrl, { most: limits.listed_url }),
  )
  .refine(
    (value) => Object.keys(value).length <= limits.social_links,
    `Please use at most ${limits.social_links} links.`,
  )

/** What a piece may be other than a link: an upload, or a drawing shipped with the site (for the demo). */
const OWN_PIECE =
  /^\/(?:art\/[\w-]{1,40}\.svg|storage\/public\/portfolio\/[\w-]{36}\/[\w-]{36}\.(?:webp|mp4|mov)(?:#[\w-]{8,60})?)$/

const portfolioUrls = z
  .array(webUrl(say.invalidUrl, { most: limits.listed_url, paths: OWN_PIECE }))
  .max(limits.portfolio_urls, `Please use at most ${limits.portfolio_urls} links.`)
  .refine(
    (urls) =>
      urls.filter((url) => url.startsWith(PORTFOLIO_PREFIX)).length <= limits.portfolio_files,
    `Please use at most ${limits.portfolio_files} uploaded pieces.`,
  )

const captions = z
  .array(optionalText(limits.caption).transform((words) => oneLine(words ?? '')))
  .max(limits.portfolio_urls, say.captionsWithoutPieces)

/** What a person may change of their own profile; absent means unchanged, null means cleared. */
export const profileChanges = z
  .strictObject({
    name: line(limits.name, say.nameRequired),
    bio: optionalText(limits.bio),
    avatar_url: storedImage.nullable(),
    niches: z
      .array(z.enum(NICHES))
      .max(limits.niches, `Please use at most ${limits.niches} niches.`)
      .transform((all) => [...new Set(all)]),
    rates,
    social_links: socialLinks,
    /** Pieces that stay keep their captions, unless the request includes captions too. */
    portfolio_urls: portfolioUrls,
    /** In the order of the pieces; '' for none. */
    portfolio_captions: captions,
    company_name: line(limits.company_name, say.companyRequired),
    industry: optionalText(limits.industry),
    website: optionalWebUrl(say.invalidUrl),
    brand_description: optionalText(limits.brand_description, say.descriptionTooLong),
  })
  .partial()

/** The filters of the creator search. Invalid filters are ignored, as everywhere in searches. */
const creatorFilters = {
  q: searchText(limits.search),
  niche: lenient(z.enum(NICHES)),
  platform: lenient(z.enum(PLATFORMS)),
  /** A single package that costs at most this many USD and is delivered within this many days. */
  price: lenient(z.enum(PACKAGE_PRICES)),
  days: lenient(z.enum(PACKAGE_DAYS)),
  /** Only creators who have this badge. */
  badge: lenient(z.enum(CREATOR_BADGES)),
  /** '1': only creators whom the reader has saved. */
  saved: lenient(z.literal('1')),
  /** '1': only creators whom the reader has paid for a deal. */
  worked: lenient(z.literal('1')),
  /** '1': only those of them about whom the reader said that they would work together again. */
  again: lenient(z.literal('1')),
}

/** The number of matches: exact up to COUNTED_TO, unless not all were examined. */
const facetCount = z.object({ total: z.number(), total_exact: z.boolean() })

export const profileSchemas = {
  'profiles.me': { answer: ownProfile },
  'profiles.update': { body: profileChanges, answer: ownProfile },
  /** Allowed once, and only while `role_chosen` is false; repeating the same role is a no-op. */
  'profiles.choose_role': { body: z.strictObject({ role }), answer: ownProfile },
  /** SPEC §7: id, name, email, avatar_url for a set of ids; email only between parties (decision P20). */
  'profiles.list': {
    query: z.object({
      ids: z
        .string()
        .max(4_000)
        .transform((v) => v.split(','))
        .pipe(z.array(id).min(1).max(100)),
    }),
    answer: z.array(personCard.extend({ email: z.string().nullable() })),
  },
  'profiles.get': { params: z.object({ id }), answer: shownProfile },
  /** Finds creators by part of name or bio, niche and platform; the rules of `projects.list` apply here too. */
  'creators.search': {
    query: z.object({ ...creatorFilters, sort: lenient(z.enum(CREATOR_SORTS)), after }),
    answer: z.object({ creators: z.array(foundCreator), ...foundPage }),
  },
  /**
   * What each further filter would find, combined with the others in force. A niche or platform that is absent has no
   * matches.
   */
  'creators.facets': {
    query: z.object(creatorFilters),
    answer: z.object({
      by_niche: z.record(z.string(), facetCount),
      by_platform: z.record(z.string(), facetCount),
      by_price: z.record(z.string(), facetCount),
      by_days: z.record(z.string(), facetCount),
      by_badge: z.record(z.string(), facetCount),
      saved: facetCount,
      worked: facetCount,
      again: facetCount,
    }),
  },
  /** Ids of the creators the reader has saved, newest first; at most SAVED_CREATORS. */
  'creators.saved': { answer: z.array(id) },
  /** Idempotent. */
  'creators.save': { params: z.object({ id }), answer: z.object({ saved: z.literal(true) }) },
  /** Idempotent, also for a creator who is gone. */
  'creators.unsave': { params: z.object({ id }), answer: z.object({ saved: z.literal(false) }) },
  'dashboard.creator': {
    answer: z.object({
      applications: z.number(),
      deliverables: z.number(),
      approved_deliverables: z.number(),
    }),
  },
  'dashboard.seller': {
    answer: z.object({
      draft_projects: z.number(),
      active_projects: z.number(),
      pending_reviews: z.number(),
    }),
  },
  'navigation.counts': {
    answer: z.object({
      unread_messages: z.number(),
      pending_invitations: z.number(),
      /** Whether the console is open to the reader, possibly after a second factor. */
      operator: z.boolean(),
    }),
  },
} as const

/** The counts of `creators.facets`. */
export type CreatorFacets = z.infer<(typeof profileSchemas)['creators.facets']['answer']>
export type FacetCount = z.infer<typeof facetCount>
export type PersonCard = z.infer<typeof personCard>
export type FoundCreator = z.infer<typeof foundCreator>
export type PublicProfile = z.infer<typeof publicProfile>
export type ShownProfile = z.infer<typeof shownProfile>
export type OwnProfile = z.infer<typeof ownProfile>
export type ProfileChanges = z.infer<typeof profileChanges>
