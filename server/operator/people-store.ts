import type { OperatorPerson } from '#contract/operator-record-schemas.ts'
import type { PersonState } from '#contract/operator.ts'
import type { PersonCard } from '#contract/profile-schemas.ts'
import type { Role } from '#contract/profiles.ts'
import { listInJson } from '#server/db/json-rows.ts'
import type { Queryable } from '#server/db/pool.ts'
import { searched } from '#server/db/search.ts'
import { maybeRow, oneRow, unprepared, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import { pageLimit, cursorTime, typedFor } from '#server/operator/acts/operator-pages.ts'

/** A person as the console lists them. `banned_until` may be 'infinity': permanently. */
export interface PersonRow extends PersonCard {
  email: string
  created_at: string
  last_sign_in_at: string | null
  state: PersonState
  banned_until: string | null
}

/** The list's filters. */
export interface PeopleSearch {
  q?: string | undefined
  role?: Role | undefined
  state?: PersonState | undefined
  after?: string | undefined
  now: Date
}

/** The text by which people are found, character for character the index's expression. */
const words = raw(
  `search_fold(profiles.name || chr(31) || coalesce(profiles.company_name, '') || chr(31) || profiles.email)`,
)
const card = raw(
  'profiles.id, profiles.name, profiles.role, profiles.avatar_url, profiles.company_name',
)

/** An account's standing: a state that ended it takes precedence over one that only suspends it. */
const accountState = raw(`case when users.deleted_at is not null then 'deleted'
  when users.banned_until > moment.now then 'banned'
  when users.email_confirmed_at is null then 'unconfirmed' else 'active' end as state`)
const atLarge = raw(
  `users.deleted_at is null and coalesce(users.banned_until, '-infinity') <= moment.now`,
)

/** A page of people, newest first, plus one row. */
export function peopleStatement(search: PeopleSearch): Statement {
  const { q, role = null, state = null, after, now } = search
  const { id: wantedId, words: wanted } = typedFor(q)
  const { time, id } = cursorTime(after)
  const order = 'profiles.created_at desc, profiles.id desc'
  return unprepared(sql`select * from (
      select ${card}, profiles.email, profiles.created_at, users.last_sign_in_at, users.banned_until,
        ${accountState}
      from ${searched('profiles', wanted, { where: 'true', order, text: words })}
      join auth.users on users.id = profiles.id cross join (select ${now}::timestamptz as now) moment
      where (profiles.created_at, profiles.id) < (${time}::timestamptz, ${id}::uuid)
        and (${wantedId}::uuid is null or profiles.id = ${wantedId})
        and (${wanted}::text is null or ${words} like search_pattern(${wanted}))
        and (${role}::text is null or profiles.role = ${role})
        and (${state}::text is distinct from 'banned' or users.banned_until > moment.now)
        and (${state}::text is distinct from 'deleted' or users.deleted_at is not null)
        and (${state}::text is distinct from 'unconfirmed' or (users.email_confirmed_at is null and ${atLarge}))
        and (${state}::text is distinct from 'active' or (users.email_confirmed_at is not null and ${atLarge}))
      order by ${raw(order)} limit ${pageLimit}) people`)
}

export const findPeople = (db: Queryable, search: PeopleSearch) =>
  rows<PersonRow>(db, peopleStatement(search))

/** A person with everything on their console page except the numbers and sessions. */
export interface PersonDetail extends PersonRow {
  bio: string | null
  ways: string[]
  second_factors: number
  account_id: string | null
  account_ready: boolean | null
  customer_provider_id: string | null
}

export const personById = (db: Queryable, id: string, now: Date) =>
  maybeRow<PersonDetail>(
    db,
    sql`select ${card}, profiles.email, profiles.created_at, profiles.bio, users.last_sign_in_at, users.banned_until,
        ${accountState},
        array(select provider from auth.identities where user_id = profiles.id order by provider) as ways,
        (select count(*) from auth.factors where user_id = profiles.id and factors.status = 'verified'
          and factors.factor_type <> 'recovery_code') as second_factors,
        stripe_accounts.stripe_account_id as account_id, stripe_accounts.onboarding_complete as account_ready,
        profiles.stripe_customer_id as customer_provider_id
      from profiles join auth.users on users.id = profiles.id cross join (select ${now}::timestamptz as now) moment
        left join stripe_accounts on stripe_accounts.user_id = profiles.id and replaced_at is null
      where profiles.id = ${id}`,
  )

/** A person's numbers and sessions; sessions by latest use first. */
export const standingOf = (db: Queryable, id: string, now: Date) =>
  oneRow<Pick<OperatorPerson, 'counts' | 'sessions'>>(
    db,
    sql`select json_build_object(
        'projects', (select count(*) from projects where seller_id = ${id}),
        'applications', (select count(*) from applications where creator_id = ${id}),
        'deliverables', (select count(*) from deliverables where creator_id = ${id}),
        'payments', (select count(*) from payments where seller_id = ${id})
          + (select count(*) from payments where creator_id = ${id})) as counts,
      ${listInJson(openSessionsOf(id, now), 'created_at', 'refreshed_at')} as sessions`,
  )

const openSessionsOf = (id: string, now: Date) =>
  sql`select id, created_at, refreshed_at, user_agent, aal = 'aal2' as second_factor from auth.sessions
    where user_id = ${id} and (not_after is null or not_after > ${now})
    order by refreshed_at desc, id limit ${pageLimit}`
