import { sql } from '#server/db/sql.ts'
import type { ExportTable } from './export-table.ts'

/** Notices, saved items, the person's actions, and their files. */
export const RECORD_TABLES: readonly ExportTable[] = [
  {
    name: 'notifications',
    of: (id) => sql`select notice, facts, page, read_at, created_at
      from notifications where user_id = ${id} order by created_at`,
  },
  {
    name: 'mail-preferences',
    of: (id) =>
      sql`select kind, email, push from notification_preferences where user_id = ${id} order by kind`,
  },
  {
    // The addresses and keys of the subscriptions belong to the browsers.
    name: 'push-browsers',
    of: (id) =>
      sql`select created_at, last_success_at from push_subscriptions where user_id = ${id} order by created_at`,
  },
  {
    name: 'saved-searches',
    of: (id) => sql`select id, about, q, category, niche, platform, mailed_at, created_at
      from saved_searches where user_id = ${id} order by created_at`,
  },
  {
    name: 'saved-search-finds',
    of: (id) => sql`select search_id, found_id, found_at, told
      from saved_search_finds join saved_searches on saved_searches.id = search_id
      where user_id = ${id} order by found_at`,
  },
  {
    // The people whom this person has saved. Who has saved this person belongs to the brands.
    name: 'saved-creators',
    of: (id) => sql`select creator_id, profiles.name as creator_name, saved_at
      from saved_creators join profiles on profiles.id = creator_id
      where seller_id = ${id} order by saved_at`,
  },
  {
    // The person's own lists. Which lists they are on belongs to the brands.
    name: 'creator-lists',
    of: (
      id,
    ) => sql`select lists.id, lists.name, lists.created_at, coalesce((select json_agg(json_build_object(
          'creator_id', creator_id, 'creator_name', profiles.name, 'note', note, 'added_at', added_at) order by added_at)
        from listed_creators join profiles on profiles.id = creator_id where list_id = lists.id), '[]') as creators
      from creator_lists lists where seller_id = ${id} order by lists.created_at`,
  },
  {
    // The people whom this person has blocked. Who has blocked this person belongs to those people.
    name: 'blocked-people',
    of: (
      id,
    ) => sql`select blocked_id as person_id, coalesce(profiles.company_name, profiles.name) as name, blocks.created_at
      from blocks join profiles on profiles.id = blocked_id
      where blocker_id = ${id} order by blocks.created_at`,
  },
  {
    name: 'reports',
    of: (
      id,
    ) => sql`select subject, subject_id, picture, seen, reason, body, status, created_at, closed_at
      from reports where reporter_id = ${id} order by created_at`,
  },
  {
    // The reporter is not exported to them.
    name: 'decisions-about-me',
    of: (
      id,
    ) => sql`select act, subject, subject_id, picture, seen, reason, facts, at, until, undone_at, appeal_status,
        appeal, appealed_at, appeal_answer, appeal_answered_at
      from sanctions where person_id = ${id} order by at`,
  },
  {
    name: 'what-i-did',
    of: (id) => sql`select entity, entity_id, project_id, move, from_status, to_status, at
      from events where actor_id = ${id} order by id`,
  },
  {
    // Only the kind and the day: the hash means nothing outside the database.
    name: 'account-marks',
    of: (id) => sql`select kind, min(seen_on) as first_seen_on, max(seen_on) as last_seen_on
      from account_marks where profile_id = ${id} group by kind, mark order by kind, 2, 3`,
  },
  {
    name: 'account-log',
    of: (id) => sql`select act, network, user_agent, created_at from account_log
      where profile_id = ${id} order by created_at, id`,
  },
  {
    name: 'former-addresses',
    of: (id) =>
      sql`select email, left_at from former_addresses where profile_id = ${id} order by left_at`,
  },
  {
    name: 'licences',
    of: (
      id,
    ) => sql`select code, licences.project_id, seller_name, creator_name, sentence, licences.status, void_reason, granted_at,
        ends_on, voided_at, (select json_agg(json_build_object('name', name, 'size', size, 'sha256', sha256, 'ai_parts', ai_parts) order by number)
          from licence_files where licence_id = licences.id) as files
      from licences join licence_terms on hash = terms_hash
      join applications on applications.id = licences.application_id
      join projects on projects.id = applications.project_id
      where ${id} in (projects.seller_id, applications.creator_id) order by granted_at`,
  },
  {
    name: 'licence-extensions',
    of: (
      id,
    ) => sql`select code, by, months, price / 100.0 as price_usd, extensions.status, extensions.created_at, expires_at, answered_at, paid_at
      from licence_extensions extensions join licences on licences.id = licence_id
      join applications on applications.id = licences.application_id
      join projects on projects.id = applications.project_id
      where ${id} in (projects.seller_id, applications.creator_id) order by extensions.created_at`,
  },
  {
    name: 'files',
    of: (
      id,
    ) => sql`select id, bucket, project_id, message_id, file_name, file_type, size, created_at
      from files where owner_id = ${id} order by created_at`,
  },
]
