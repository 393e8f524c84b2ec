import type { CreatorFacets, FacetCount } from '#contract/profile-schemas.ts'
import { PACKAGE_DAYS, PACKAGE_PRICES } from '#contract/packages.ts'
import { FACETS_LOOK_AT } from '#contract/profiles.ts'
import { COUNTED_TO } from '#contract/paging.ts'
import { CREATOR_BADGES } from '#contract/badges.ts'
import type { Queryable } from '#server/db/pool.ts'
import { countLimit, hasTyped } from '#server/db/search.ts'
import { Fragment, oneRow, raw, sql, type Statement, unprepared } from '#server/db/sql.ts'
import {
  byPresented,
  type CreatorFilter,
  creatorFilters,
  isOne,
  packageFacet,
  searchedCreators,
} from './creator-filters.ts'

/**
 * Returns what each further filter would find, in addition to the others in force. Niches and platforms are counted in
 * one read of at most FACETS_LOOK_AT creators, so that the cost is the same in a market of any size; where more match,
 * the counts are lower bounds. The creators whom the seller has saved or worked with are few, and are counted
 * separately.
 */
export async function creatorFacets(db: Queryable, filter: CreatorFilter): Promise<CreatorFacets> {
  const found = await oneRow<FacetRow>(db, facetsStatement(filter))
  const isAll = found.looked_at < FACETS_LOOK_AT
  const counts = (totals: Record<string, number> | null) =>
    Object.fromEntries(
      Object.entries(totals ?? {}).map(([value, total]) => [value, countOf(total, isAll)]),
    )
  const keeping = (bounds: Pick<CreatorFilter, 'price' | 'days'>) =>
    countOf(found.packages?.[packageFacet(bounds)] ?? 0, isAll)
  return {
    by_niche: counts(found.niches),
    by_platform: counts(found.platforms),
    by_price: Object.fromEntries(
      PACKAGE_PRICES.map((price) => [price, keeping({ price, days: filter.days })]),
    ),
    by_days: Object.fromEntries(
      PACKAGE_DAYS.map((days) => [days, keeping({ price: filter.price, days })]),
    ),
    by_badge: Object.fromEntries(
      CREATOR_BADGES.map((badge) => [badge, countOf(found.badges?.[badge] ?? 0, isAll)]),
    ),
    saved: countOf(found.saved, true),
    worked: countOf(found.worked, true),
    again: countOf(found.again, true),
  }
}

interface FacetRow {
  looked_at: number
  niches: Record<string, number> | null
  platforms: Record<string, number> | null
  packages: Record<string, number> | null
  badges: Record<string, number> | null
  saved: number
  worked: number
  again: number
}

/** Capped as totals are: "1,000+". */
const countOf = (total: number, isExact: boolean): FacetCount => ({
  total: Math.min(total, COUNTED_TO),
  total_exact: isExact && total <= COUNTED_TO,
})

export function facetsStatement(filter: CreatorFilter): Statement {
  const { niche, platform, badge, wanted, viewerId } = filter
  const within = searchedCreators(filter)
  const open = within instanceof Fragment ? raw('with') : sql`${within},`
  const typed = hasTyped('profiles', wanted)
  const among = (own: Partial<CreatorFilter>) =>
    sql`(select count(*) from (select from profiles
      where ${creatorFilters({ ...filter, ...own })} and ${typed} limit ${countLimit}) counted)`
  const kept = packageFacet(filter)
  const keeps = kept === '' ? raw('true') : isOne(raw('package_facets'), kept)
  const badged = badge === null ? raw('true') : sql`${badge} = any(badges)`
  // Each of the four kinds is counted among what the other three leave. Records are looked up one by one: a join would
  // read all of track_records, which grows with the market.
  return unprepared(sql`${open} found as materialized (
      select profiles.*, track_records.badges from (
      select profiles.id, profiles.niches, profiles.platforms, profiles.package_facets from profiles
      where ${creatorFilters({ ...filter, niche: null, platform: null, price: null, days: null, badge: null })} and ${typed}
      order by ${byPresented} limit ${raw(String(FACETS_LOOK_AT))}) profiles
      left join lateral (select badges from track_records where profile_id = profiles.id offset 0) track_records on true)
    select (select count(*) from found) as looked_at,
      (select json_object_agg(value, total) from (select value, count(*) as total
        from found, unnest(niches) value where (${platform}::text is null or ${platform} = any(platforms)) and ${keeps} and ${badged}
        group by value) by_niche) as niches,
      (select json_object_agg(value, total) from (select value, count(*) as total
        from found, unnest(platforms) value where (${niche}::text is null or ${niche} = any(niches)) and ${keeps} and ${badged}
        group by value) by_platform) as platforms,
      (select json_object_agg(value, total) from (select value, count(*) as total
        from found, unnest(package_facets) value where (${niche}::text is null or ${niche} = any(niches))
          and (${platform}::text is null or ${platform} = any(platforms)) and ${badged}
        group by value) by_package) as packages,
      (select json_object_agg(value, total) from (select value, count(*) as total
        from found, unnest(badges) value where (${niche}::text is null or ${niche} = any(niches))
          and (${platform}::text is null or ${platform} = any(platforms)) and ${keeps}
        group by value) by_badge) as badges,
      ${among({ savedBy: viewerId })} as saved, ${among({ paidBy: viewerId })} as worked,
      ${among({ againBy: viewerId })} as again`)
}
