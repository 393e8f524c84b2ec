import type { PersonCard } from '#contract/profile-schemas.ts'
import type { Role } from '#contract/profiles.ts'
import { keepFormerAddress } from './former-addresses.ts'
import { execute, type Fragment, maybeRow, oneRow, raw, rows, sql } from '#server/db/sql.ts'
import { notApartFromReader } from '#server/apart/apart.ts'
import type { PackageRow } from '#server/packages/package-store.ts'
import type { Queryable } from '#server/db/pool.ts'
import type { Tx } from '#server/db/transaction.ts'
import {
  recordOf,
  type RecordRow,
  withRecord,
} from '#server/track-records/track-record-presenter.ts'

/** A profile as stored. */
export interface ProfileRow {
  id: string
  name: string
  email: string
  role: Role
  avatar_url: string | null
  bio: string | null
  niches: string[]
  /** USD by service or content type. */
  rates: Record<string, number>
  social_links: Record<string, string>
  portfolio_urls: string[]
  /** In the order of the pieces; a missing caption means none. */
  portfolio_captions: string[]
  company_name: string | null
  industry: string | null
  website: string | null
  brand_description: string | null
  /** Cents of the cheapest listed package; null without one. */
  package_from: number | null
  stripe_customer_id: string | null
  /** False until a person who signed up with Google has chosen a role (decision P19). */
  role_chosen: boolean
  /** When they were first greeted (UTC); null until then. */
  greeted_at: string | null
  created_at: string
}

/** Every column of `ProfileRow`. */
export const profileColumns = raw(
  `profiles.id, profiles.name, profiles.email, profiles.role, profiles.avatar_url, profiles.bio,
  profiles.niches, profiles.rates, profiles.social_links, profiles.portfolio_urls, profiles.portfolio_captions,
  profiles.company_name, profiles.industry, profiles.website, profiles.brand_description, profiles.package_from,
  profiles.stripe_customer_id,
  profiles.role_chosen, profiles.greeted_at, profiles.created_at`,
)

/** The contract's `personCard` as one JSON column, read from the profiles joined under `alias`. */
export const personCardOf = (
  alias: 'profiles' | 'seller' | 'creator' | 'counterpart' | 'invitee',
): Fragment =>
  raw(
    `json_build_object('id', ${alias}.id, 'name', ${alias}.name, 'role', ${alias}.role,
    'avatar_url', ${alias}.avatar_url, 'company_name', ${alias}.company_name)`,
  )

/**
 * The condition that a profile may be shown: not for suspended, deleted (decision P31) or unconfirmed accounts. Append
 * the current time.
 */
export const shownAt = raw('profiles.shown_from <=')

export const profileById = (db: Queryable, id: string) =>
  maybeRow<ProfileRow>(db, sql`select ${profileColumns} from profiles where id = ${id}`)

export const lockProfile = (tx: Tx, id: string) =>
  maybeRow<ProfileRow>(
    tx,
    sql`select ${profileColumns} from profiles where id = ${id} for no key update`,
  )

/** A creator in search results. */
export type FoundCreatorRow = ProfileRow & { record: RecordRow | null }

/** A profile for its page: with what a brand has completed, and a creator's listed packages, in the same statement. */
export type ShownProfileRow = ProfileRow & {
  completed_projects: number | null
  packages: PackageRow[]
  record: RecordRow | null
}

/**
 * Returns null for an unknown id and for people whose profile may not be shown to this reader; a null reader stands for
 * anyone.
 */
export const shownProfileById = (
  db: Queryable,
  id: string,
  { viewerId, now }: { viewerId: string | null; now: Date },
) =>
  maybeRow<ShownProfileRow>(
    db,
    sql`select ${profileColumns}, completed_projects, ${recordOf},
        coalesce((select json_agg(packages order by position) from packages
          where creator_id = profiles.id and status = 'listed'), '[]') as packages from profiles ${withRecord}
      left join lateral (select count(*) as completed_projects from projects
        where seller_id = profiles.id and status = 'completed') done on profiles.role = 'seller'
      where profiles.id = ${id} and ${shownAt} ${now}
        and ${notApartFromReader(raw('profiles.id'), viewerId)}`,
  )

export const livingProfileById = (db: Queryable, id: string, now: Date) =>
  maybeRow<ProfileRow>(
    db,
    sql`select ${profileColumns} from profiles where id = ${id} and ${shownAt} ${now}`,
  )

/**
 * The same until this transaction ends: the account cannot be deleted meanwhile. Waits for a deletion that is under way,
 * and then returns null.
 */
export const keepLivingProfile = (tx: Tx, id: string, now: Date) =>
  maybeRow<ProfileRow>(
    tx,
    sql`select ${profileColumns} from profiles where id = ${id} and ${shownAt} ${now} for key share`,
  )

/** Writes all profile fields that a person may change. */
export const saveProfile = (tx: Tx, profile: ProfileRow) =>
  oneRow<ProfileRow>(
    tx,
    sql`update profiles set name = ${profile.name}, avatar_url = ${profile.avatar_url}, bio = ${profile.bio},
        niches = ${profile.niches}, rates = ${JSON.stringify(profile.rates)}::jsonb,
        social_links = ${JSON.stringify(profile.social_links)}::jsonb, portfolio_urls = ${profile.portfolio_urls},
        portfolio_captions = ${profile.portfolio_captions},
        company_name = ${profile.company_name}, industry = ${profile.industry}, website = ${profile.website},
        brand_description = ${profile.brand_description}
      where id = ${profile.id} returning ${profileColumns}`,
  )

/**
 * Returns the cards of a set of people. `email` is present for oneself and for the other party of an accepted
 * application (decision P20).
 */
export const cardsWithEmail = (db: Queryable, viewerId: string, ids: readonly string[]) =>
  rows<PersonCard & { email: string | null }>(
    db,
    sql`select id, name, role, avatar_url, company_name,
        case when id = ${viewerId} or dealt.ever then nullif(email, '') end as email
      from profiles cross join lateral (select exists (
          select 1 from applications join projects on projects.id = applications.project_id
          where applications.status = 'accepted'
            and ((applications.creator_id = profiles.id and projects.seller_id = ${viewerId})
              or (applications.creator_id = ${viewerId} and projects.seller_id = profiles.id))) as ever) dealt
      where id = any(${ids}) and (dealt.ever or ${notApartFromReader(raw('profiles.id'), viewerId)})
      order by array_position(${ids}::uuid[], id)`,
  )

/**
 * Creates an account's profile. Confirming an address applies what was submitted with that very sign-up, so it replaces
 * a profile from an earlier, unconfirmed sign-up (decision P19). Never call it for a confirmed account.
 */
export async function createProfile(
  tx: Queryable,
  profile: Pick<ProfileRow, 'id' | 'name' | 'email' | 'role'> & { role_chosen?: boolean },
): Promise<void> {
  const { id, name, email, role, role_chosen: roleChosen = true } = profile
  await execute(
    tx,
    sql`insert into profiles (id, name, email, role, role_chosen)
      values (${id}, ${name}, ${email}, ${role}, ${roleChosen})
      on conflict (id) do update set name = excluded.name, email = excluded.email, role = excluded.role,
        role_chosen = excluded.role_chosen`,
  )
}

/**
 * Sets the role of a person who has not chosen one yet. Returns null when they have, or when they have already worked
 * as a creator and want to be a seller: their work would belong to no role.
 */
export const chooseRole = (tx: Tx, id: string, role: Role) =>
  maybeRow<ProfileRow>(
    tx,
    sql`update profiles set role = ${role}, role_chosen = true
      where id = ${id} and not role_chosen and (role = ${role} or not (
        exists (select from applications where creator_id = ${id})
        or exists (select from conversations where creator_id = ${id})
        or exists (select from stripe_accounts where user_id = ${id})))
      returning ${profileColumns}`,
  )

/** Applies a change of the account's confirmed address. The old address is kept for a while (former-addresses.ts). */
export async function setProfileEmail(
  tx: Queryable,
  id: string,
  email: string,
  now: Date,
): Promise<void> {
  await keepFormerAddress(tx, id, email, now)
  await execute(tx, sql`update profiles set email = ${email} where id = ${id}`)
}
