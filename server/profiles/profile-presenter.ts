import { visitOf } from '#contract/first-steps.ts'
import { usdFromCents } from '#contract/money.ts'
import type {
  FoundCreator,
  OwnProfile,
  PublicProfile,
  ShownProfile,
} from '#contract/profile-schemas.ts'
import { presentPackage } from '#server/packages/package-presenter.ts'
import { presentRecord } from '#server/track-records/track-record-presenter.ts'
import type { FoundCreatorRow, ProfileRow, ShownProfileRow } from './profile-store.ts'

/** What anyone may read: no address and no provider ids (decision P20). */
export function presentPublicProfile(row: ProfileRow): PublicProfile {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    avatar_url: row.avatar_url,
    company_name: row.company_name,
    bio: row.bio,
    niches: row.niches,
    rates: row.rates,
    social_links: row.social_links,
    portfolio_urls: row.portfolio_urls,
    portfolio_captions: row.portfolio_urls.map((_, place) => row.portfolio_captions[place] ?? ''),
    industry: row.industry,
    website: row.website,
    brand_description: row.brand_description,
    package_from: row.package_from === null ? null : usdFromCents(row.package_from),
    created_at: row.created_at,
  }
}

/** The same for search results. */
export const presentFoundCreator = (row: FoundCreatorRow): FoundCreator => ({
  ...presentPublicProfile(row),
  record: presentRecord(row.record, row.role),
})

/** The same for the profile's own page. */
export const presentShownProfile = (row: ShownProfileRow): ShownProfile => ({
  ...presentPublicProfile(row),
  completed_projects: row.completed_projects,
  record: presentRecord(row.record, row.role),
  packages: row.packages.map((one) => presentPackage(one, row.portfolio_urls)),
})

/** The owner's view as of `now`. */
export const presentOwnProfile = (row: ProfileRow, now: Date): OwnProfile => ({
  ...presentPublicProfile(row),
  email: row.email,
  stripe_customer_id: row.stripe_customer_id,
  role_chosen: row.role_chosen,
  visit: visitOf(row.greeted_at, now),
})
