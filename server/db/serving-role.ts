import type pg from 'pg'
import type { Queryable } from './pool.ts'

/** What our migrations and the job queue create. */
export const SCHEMAS = ['public', 'auth', 'graphile_worker'] as const

/** What the serving role may do with the rows of a table. */
export type Right = 'select' | 'insert' | 'update' | 'delete'

/** The tables with a rule other than "read, add and change". Names as in rightsOn. */
export const TABLE_RULES = {
  /** Only migrations write these, and a trigger that runs as the owner: the chain of operators' acts. */
  onlyRead: [
    'operator_act_head',
    'operator_act_links',
    'schema_migrations',
    'graphile_worker.migrations',
  ],
  /** Rows are never changed or removed: history, the ledger, and what people agreed to. */
  writtenOnce: [
    'bank_evidence_seals',
    'document_files',
    'documents',
    'events',
    'fee_terms',
    'ledger_entries',
    'ledger_movements',
    'licence_certificates',
    'licence_documents',
    'licence_files',
    'licence_terms',
    'operator_acts',
    'signing_certificates',
  ],
  /**
   * The product deletes rows of these. In every other table a row stays, and a status closes it. Cascading deletes need
   * no rights here: PostgreSQL runs them as the owner.
   */
  emptied: [
    'account_log',
    'account_marks',
    'blocks',
    'brief_templates',
    'conversations',
    'creator_lists',
    'creator_names',
    'customer_payment_methods',
    'files',
    'former_addresses',
    'listed_creators',
    'messages',
    'money_check_results',
    'notification_preferences',
    'notifications',
    'packages',
    'page_presence',
    'profiles',
    'provider_calls',
    'push_subscriptions',
    'realtime_lines',
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
    'tax_profiles',
    'track_record_changes',
    'track_records',
    'uploads_in_flight',
    'webhook_deliveries',
    'auth.challenges',
    'auth.factors',
    'auth.flow_states',
    'auth.guess_buckets',
    'auth.identities',
    'auth.mail_sends',
    'auth.not_me_links',
    'auth.one_time_tokens',
    'auth.passkey_challenges',
    'auth.passkeys',
    'auth.recovery_codes',
    'auth.rate_buckets',
    'auth.sessions',
    'auth.signing_keys',
    'auth.users',
  ],
} as const satisfies Record<string, readonly string[]>

/** What the serving role may do with a table: `name`, or `schema.name` outside of public. */
export function rightsOn(table: string): readonly Right[] {
  const ruled = (names: readonly string[]) => names.includes(table)
  if (ruled(TABLE_RULES.onlyRead)) return ['select']
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
 * Grants a role exactly the rights that serving needs (rightsOn) and revokes all others. The owner runs it in a
 * transaction after every migration, so a new table can be used at once. The role owns nothing: it can neither drop a
 * table nor disable the triggers that keep the ledger and the events append-only. A no-op for a role that owns the
 * tables: revoking from the owner would stop the next migration.
 */
export async function grantServing(owner: pg.ClientBase, role: string): Promise<void> {
  const { rows: owned } = await owner.query(
    `select from pg_tables where schemaname = 'public' and tablename = 'schema_migrations' and tableowner = $1`,
    [role],
  )
  if (owned.length > 0) return
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

/**
 * The queue turns row security on without a policy, which hides its rows from everyone but the owner. A policy that admits
 * everyone leaves the decision to the rights above.
 */
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

/**
 * Returns the role an address signs in as. Throws Error where the address names none: PostgreSQL would choose one by
 * the account.
 */
export function roleOf(databaseUrl: string): string {
  const role = decodeURIComponent(new URL(databaseUrl).username)
  if (role === '')
    throw new Error('DATABASE_URL must name its role where MIGRATION_DATABASE_URL is set.')
  return role
}

/** Whether this session can change the schema: its role owns our tables, or is a superuser. */
export async function ownsSchema(session: Queryable): Promise<boolean> {
  const { rows } = await session.query<{ owns: boolean }>(
    `select pg_has_role(relowner, 'usage') as owns from pg_class where oid = 'schema_migrations'::regclass`,
  )
  return rows[0]?.owns ?? false
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
