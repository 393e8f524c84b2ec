import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { createPool } from '#server/db/pool.ts'
import { relinkEveryone } from '#server/rings/ring-clock.ts'
import { countEveryone } from '#server/track-records/track-record-clock.ts'
import { currentFeeTerms } from '#server/fees/fee-terms-store.ts'
import { checkTable } from './checks.ts'
import { addDocuments, guardDocuments } from './documents.ts'
import { everyProject, lineName, PROJECT_WORDS, projectTables, workTables } from './deals.ts'
import { type Market, marketOf } from './market.ts'
import { type LastNumbers, moneyTables } from './money.ts'
import { packageTables } from './packages.ts'
import { PERSON_WORDS, peopleTables } from './people.ts'
import type { GeneratedTable } from './table.ts'
import { talkTables } from './talks.ts'
import { notificationTables } from './notifications.ts'
import { markTables } from './marks.ts'
import { reportTable } from './reports.ts'
import { reviewTables } from './reviews.ts'

/** The size and options of a fill. */
export interface FillOptions {
  /** The number of projects; everything else follows from it. */
  projects: number
  /** The moment at which the market is viewed. */
  now: Date
  /** Everyone's password, hashed. */
  passwordHash: string
  /** Checks every reference and balance row by row, as inserts would: slow, for tests. */
  checked?: boolean
  /** Called after each table. */
  progress?: (table: string, rows: number, seconds: number) => void
}

/**
 * One statement enqueues everyone of a large market to be counted: on a busy machine that took longer than a job may
 * take.
 */
const PATIENT = { statementMs: 600_000, answerMs: 610_000 }

/** The number of characters handed to COPY at a time. */
const BATCH = 1 << 16

/**
 * Fills a migrated database with a market through COPY: all or nothing. Indexes that only speed up reads are rebuilt
 * once at the end, and, unless `checked`, references are correct by construction rather than looked up one by one (that
 * requires a superuser; otherwise they are always checked). A database can be filled once: the ids are the same every
 * time.
 */
export async function fillDatabase(databaseUrl: string, options: FillOptions): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    await client.query('begin')
    const market = marketOf(options.projects, options.now)
    if (!options.checked && (await isSuperuser(client))) {
      await client.query("set local session_replication_role = 'replica'")
    }
    const last = await lastNumbers(client)
    const agreed = await currentFeeTerms(client)
    const tables = [
      ...peopleTables(market, options.passwordHash),
      ...projectTables(market, agreed),
      ...packageTables(market),
      ...workTables(market),
      checkTable(market),
      ...talkTables(market),
      ...moneyTables(market, last, agreed),
      ...notificationTables(market),
      ...reviewTables(market),
      ...markTables(market),
      reportTable(market),
    ]
    const indexes = await dropReadingIndexes(client, tables)
    for (const table of tables) await copyTable(client, table, options.progress)
    await learnWords(client, market)
    await addFirstFiles(client)
    await addDocuments(client)
    // Deferred constraints are checked now: an index cannot be created meanwhile.
    await client.query('set constraints all immediate')
    await guardDocuments(client)
    await client.query("set local maintenance_work_mem = '512MB'")
    const startedAt = performance.now()
    for (const definition of indexes) await client.query(definition)
    options.progress?.('indexes', indexes.length, (performance.now() - startedAt) / 1_000)
    await moveSequences(client)
    await client.query('commit')
    // Planner statistics, and no rows left for autovacuum.
    await client.query('vacuum (freeze, analyze)')
    await linkRings(databaseUrl, options)
    await countRecords(databaseUrl, options)
    await client.query('vacuum (freeze, analyze) track_records, ring_links')
  } finally {
    await client.end()
  }
}

/**
 * What a trigger adds to each delivery, written here because triggers do not run, with the item of the brief that the
 * file belongs to.
 */
const addFirstFiles = (client: pg.Client) =>
  client.query(
    `insert into deliverable_files (deliverable_id, position, file_id, item_id)
      select id, 1, file_id, (select item->>'id' from jsonb_array_elements(project_briefs.brief->'items')
        with ordinality items (item, place) where item->>'what' = 'video' order by place limit 1)
      from deliverables left join project_briefs
        on project_briefs.project_id = deliverables.project_id and project_briefs.version = brief_version
      on conflict (deliverable_id, position) do update set item_id = excluded.item_id`,
  )

/** What the clock would find, written here because triggers do not run: before figures are counted. */
async function linkRings(databaseUrl: string, { now, progress }: FillOptions): Promise<void> {
  const startedAt = performance.now()
  const pool = createPool(databaseUrl, 1, PATIENT)
  try {
    await relinkEveryone({ pool }, now)
  } finally {
    await pool.end()
  }
  progress?.('ring_links', 1, (performance.now() - startedAt) / 1_000)
}

/** What the clock would count within the day. */
async function countRecords(databaseUrl: string, { now, progress }: FillOptions): Promise<void> {
  const startedAt = performance.now()
  const pool = createPool(databaseUrl, 1, PATIENT)
  try {
    await countEveryone({ pool }, now)
  } finally {
    await pool.end()
  }
  progress?.('track_records', 1, (performance.now() - startedAt) / 1_000)
}

async function isSuperuser(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ on: boolean }>(
    'select rolsuper as on from pg_roles where rolname = current_user',
  )
  return rows[0]?.on ?? false
}

async function lastNumbers(client: pg.Client): Promise<LastNumbers> {
  const { rows } = await client.query<LastNumbers>(
    `select coalesce((select max(id) from ledger_movements), 0)::int as movement,
      coalesce((select max(id) from ledger_entries), 0)::int as entry,
      coalesce((select max(id) from money_ops), 0)::int as op,
      coalesce((select max(id) from events), 0)::int as event`,
  )
  const [row] = rows
  if (!row) throw new Error('The database did not say where its numbers end.')
  return row
}

/** Drops the indexes of these tables that enforce nothing, and returns the statements that recreate them. */
async function dropReadingIndexes(client: pg.Client, tables: GeneratedTable[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index where indrelid = any($1::regclass[]) and not indisunique`,
    [tables.map((table) => table.name)],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map((row) => row.definition)
}

async function copyTable(
  client: pg.Client,
  table: GeneratedTable,
  progress: FillOptions['progress'],
): Promise<void> {
  const startedAt = performance.now()
  const stream = client.query(
    copyFrom(`copy ${table.name} (${table.columns.join(', ')}) from stdin`),
  )
  const done = finished(stream)
  let batch = ''
  for (const text of table.lines()) {
    batch += text
    if (batch.length < BATCH) continue
    if (!stream.write(batch)) await Promise.race([once(stream, 'drain'), done])
    batch = ''
  }
  stream.end(batch)
  await done
  progress?.(table.name, stream.rowCount ?? 0, (performance.now() - startedAt) / 1_000)
}

/** What the triggers of these tables would have recorded: creators' names, and the words that typos are compared with. */
async function learnWords(client: pg.Client, market: Market): Promise<void> {
  await client.query(
    `insert into creator_names (name) select distinct folded_name from profiles where role = 'creator'
      on conflict do nothing`,
  )
  const projects = new Set(PROJECT_WORDS)
  for (const project of everyProject(market)) {
    if (project.status === 'active') projects.add(lineName(project))
  }
  for (const [about, texts] of [
    ['projects', [...projects]],
    ['creators', PERSON_WORDS],
  ] as const) {
    await client.query(
      `insert into search_words (about, word)
        select distinct $1, word from unnest($2::text[]) text, words_in(search_fold(text)) word
        on conflict do nothing`,
      [about, texts],
    )
  }
}

/** COPY brings its own numbers; later inserts continue after them. */
async function moveSequences(client: pg.Client): Promise<void> {
  for (const table of ['ledger_movements', 'ledger_entries', 'money_ops', 'events']) {
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), greatest(1, (select max(id) from ${table})))`,
    )
  }
}
