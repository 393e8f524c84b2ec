import type { CreatorBadge } from '#contract/badges.ts'
import type { PackageDays, PackagePrice } from '#contract/packages.ts'
import type { Niche, Platform } from '#contract/profiles.ts'
import { notApartFromReader } from '#server/apart/apart.ts'
import { searchedWithin } from '#server/db/search.ts'
import { type Fragment, raw, sql, type Statement } from '#server/db/sql.ts'
import { shownAt } from './profile-store.ts'

/** The creators that a seller wants to see; null means no restriction. */
export interface CreatorFilter {
  /** As typed. */
  wanted: string | null
  niche: Niche | null
  platform: Platform | null
  /** One listed package of at most this many USD, delivered within this many days. */
  price: PackagePrice | null
  days: PackageDays | null
  /** Only those who have this badge. */
  badge: CreatorBadge | null
  /** Only those whom this seller has saved. */
  savedBy: string | null
  /** Only those to whom this seller has released a payment. */
  paidBy: string | null
  /** Only those among them with whom this seller said they would work again. */
  againBy: string | null
  /** The seller for whom people on either side of a block are hidden. Null: a viewer without blocks. */
  viewerId: string | null
  now: Date
}

/** Creators with a filled profile first, then the newest. */
export const byPresented = raw(
  'profiles.is_presented desc, profiles.created_at desc, profiles.id desc',
)

/** The conditions on a profile, without the text search. */
export const creatorFilters = (filter: CreatorFilter, has = hasOne): Statement =>
  sql`profiles.role = 'creator' and ${shownAt} ${filter.now}
    and ${notApartFromReader(raw('profiles.id'), filter.viewerId)}
    and (${filter.niche}::text is null or ${has(raw('profiles.niches'), filter.niche)})
    and (${filter.platform}::text is null or ${has(raw('profiles.platforms'), filter.platform)})
    ${packageFilter(filter, has)} ${badgeFilter(filter)} ${ownFilters(filter)}`

/** The condition on a creator's packages: one package satisfies both bounds. */
export const packageFilter = (filter: CreatorFilter, has = hasOne): Statement =>
  filter.price === null && filter.days === null
    ? sql``
    : sql`and ${has(raw('profiles.package_facets'), packageFacet(filter))}`

/** The condition on a creator's badges. Like those below, it is omitted unless requested. */
export const badgeFilter = ({ badge }: Pick<CreatorFilter, 'badge'>): Statement =>
  badge === null
    ? sql``
    : sql`and profiles.id in (select profile_id from track_records where badges @> array[${badge}]::text[])`

/** The database's keys for the bounds that a package satisfies: 'p250', 'd7', 'p250d7'. */
export const packageFacet = ({ price, days }: Pick<CreatorFilter, 'price' | 'days'>): string =>
  `${price === null ? '' : `p${price}`}${days === null ? '' : `d${days}`}`

/**
 * The conditions on the relation between the seller and the creator. Each is included only if it is requested: behind
 * an "or", PostgreSQL would test every creator instead of starting with the few.
 */
export const ownFilters = ({ savedBy, paidBy, againBy }: CreatorFilter): Statement =>
  sql`${savedBy === null ? raw('') : sql`and profiles.id in (select creator_id from saved_creators where seller_id = ${savedBy})`}
    ${paidBy === null && againBy === null ? raw('') : sql`and profiles.id in (select creator_id from payments where seller_id = ${paidBy ?? againBy} and status = 'released')`}
    ${againBy === null ? raw('') : sql`and profiles.id in (select subject_id from deal_reviews where author_id = ${againBy} and again)`}`

/** Filters on a column: through its index, or, when a quarter of the rows match, on rows that are read anyway. */
const hasOne = (column: Fragment, value: string | null) => sql`${column} @> array[${value}]::text[]`
export const isOne = (column: Fragment, value: string | null) => sql`${value} = any(${column})`

/** The columns that are searched for a text that no index can find. */
export const lookedThrough = { where: `role = 'creator'`, order: byPresented.text }
export const searchedCreators = ({ wanted }: CreatorFilter) =>
  searchedWithin('profiles', wanted, lookedThrough)
