import type pg from 'pg'
import type { Queryable } from './pool.ts'

/** What our migrations and the job queue create. */
export const SCHEMAS = ['public', 'auth', 'graphile_worker'] as const

/** What the serving role may do with the rows of a table. */
export type Right = 'select' | 'insert' | 'update' | 'delete'

/** Where the rule is not "read, add and change": names as in rightsOn. */
export const TABLE_RULES = {
  /** Only migrations write these. */
  migrated: ['schema_migrations', 'graphile_worker.migrations'],
  /** Kept for good as they were written: history, the books, and what people agreed to. */
  writtenOnce: [
    'events',
    'fee_terms',
    'ledger_entries',
    'ledger_movements',
    'licence_certificates',
    'licence_files',
    'licence_terms',
    'operator_acts',
  ],
  /**
   * The product removes their rows. A row of any other table stays: its deal, its payment or its account is closed by a
   * status. What a removed row takes with it goes by its foreign key, for which PostgreSQL asks no right of ours.
   */
  emptied: [
    'account_marks',
    'blocks',
    'brief_templates',
    'customer_payment_methods',
    'files',
    'money_check_results',
    'notification_preferences',
    'notifications',
    'packages',
    'page_presence',
    'profiles',
    'provider_calls',
    'realtime_subscriptions',
    'review_guest_links',
    'review_notes',
    'ring_changes',
    'ring_links',
    'saved_creators',
    'saved_searches',
    'search_words',
    'sent_mails',
    'shipments',
    'track_record_changes',
    'track_records',
    'uploads_in_flight',
    'auth.challenges',
    'auth.factors',
    'auth.flow_states',
    'auth.guess_buckets',
    'auth.identities',
    'auth.mail_sends',
    'auth.one_time_tokens',
    'auth.rate_buckets',
    'auth.sessions',
    'auth.signing_keys',
    'auth.users',
  ],
} as const satisfies Record<string, readonly string[]>

/** What the serving role may do with a table: `name`, or `schema.name` outside of public. */
export function rightsOn(table: string): readonly Right[] {
  const ruled = (names: readonly string[]) => names.includes(table)
  if (ruled(TABLE_RULES.migrated)) return ['select']
  if (ruled(TABLE_RULES.writtenOnce)) return ['select', 'insert']
  return ruled(TABLE_RULES.emptied) || table.startsWith('graphile_worker.')
    ? ['select', 'insert', 'update', 'delete']
    : ['select', 'insert', 'update']
}

/** A table or view of ours. */
interface Relation {
  schema: string
  name: string
}

/**
 * Gives a role exactly what serving needs (rightsOn) and takes everything else from it. Run by the owner in a transaction,
 * after every migration: a new table is served from then on. The role owns nothing, so it can neither drop a table nor
 * disable the triggers that keep the ledger and the events.
 */
export async function grantServing(owner: pg.ClientBase, role: string): Promise<void> {
  const { rows: relations } = await owner.query<Relation>(
    `select nspname as schema, relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname = any($1) and relkind in ('r', 'p', 'v', 'm') order by 1, 2`,
    [SCHEMAS],
  )
  const to = quoted(role)
  await owner.query(
    [
      `do $$ begin execute format('revoke temporary on database %I from public', current_database()); end $$`,
      'revoke create on schema public from public',
      ...SCHEMAS.flatMap((schema) => [
        `revoke all on schema ${schema} from ${to}`,
        `revoke all on all tables in schema ${schema} from ${to}`,
        `grant usage on schema ${schema} to ${to}`,
        `grant usage on all sequences in schema ${schema} to ${to}`,
      ]),
      ...relations.map(
        ({ schema, name }) =>
          `grant ${rightsOn(schema === 'public' ? name : `${schema}.${name}`).join(', ')} on ${schema}.${quoted(name)} to ${to}`,
      ),
    ].join(';\n'),
  )
  await openQueue(owner)
}

/** The queue hides its rows from everyone but the owner: row security without a policy. Rights decide here. */
async function openQueue(owner: pg.ClientBase): Promise<void> {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'graphile_worker'::regnamespace and relrowsecurity
      and not exists (select from pg_policy where polrelid = pg_class.oid and polname = 'serving')`,
  )
  for (const { name } of rows)
    await owner.query(
      `create policy serving on graphile_worker.${quoted(name)} using (true) with check (true)`,
    )
}

/** The role an address signs in as. */
export const roleOf = (databaseUrl: string): string =>
  decodeURIComponent(new URL(databaseUrl).username)

/** Whether this session could change the schema: its role owns our tables, or is a superuser. */
export async function ownsSchema(session: Queryable): Promise<boolean> {
  const { rows } = await session.query<{ owns: boolean }>(
    `select pg_has_role(relowner, 'usage') as owns from pg_class where oid = 'schema_migrations'::regclass`,
  )
  return rows[0]?.owns ?? false
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
