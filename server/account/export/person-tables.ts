import { sql } from '#server/db/sql.ts'
import type { ExportTable } from './export-table.ts'

/** Who someone is, how they sign in, and what they sell. */
export const PERSON_TABLES: readonly ExportTable[] = [
  {
    name: 'account',
    of: (id) => sql`select id, email, email_confirmed_at, last_sign_in_at, created_at, user_metadata
      from auth.users where id = ${id}`,
  },
  {
    name: 'ways-to-sign-in',
    of: (id) => sql`select provider, email, last_sign_in_at, created_at
      from auth.identities where user_id = ${id} order by created_at`,
  },
  {
    name: 'sessions',
    of: (id) => sql`select created_at, refreshed_at, user_agent, host(ip) as address
      from auth.sessions where user_id = ${id} order by created_at`,
  },
  {
    name: 'second-factors',
    of: (id) => sql`select friendly_name, factor_type, status, last_challenged_at, created_at
      from auth.factors where user_id = ${id} order by created_at`,
  },
  {
    name: 'passkeys',
    of: (id) => sql`select friendly_name, created_at, last_used_at
      from auth.passkeys where user_id = ${id} order by created_at`,
  },
  {
    name: 'profile',
    of: (
      id,
    ) => sql`select id, name, email, role, avatar_url, bio, niches, rates, social_links, portfolio_urls, portfolio_captions,
        company_name, industry, website, brand_description, greeted_at, first_steps_dismissed_at,
        created_at
      from profiles where id = ${id}`,
  },
  {
    name: 'packages',
    of: (
      id,
    ) => sql`select id, title, items, price / 100.0 as price_usd, days, rounds, add_ons, samples, status, updated_at
      from packages where creator_id = ${id} order by position`,
  },
]
