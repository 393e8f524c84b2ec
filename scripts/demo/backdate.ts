import type { Pool } from '#server/db/pool.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'

const APPEND_ONLY = [
  'events',
  'ledger_movements',
  'ledger_entries',
  'operator_acts',
  'operator_act_links',
  'bank_evidence_seals',
  'documents',
  'document_files',
  'document_series',
]

/** Lets one transaction bypass append-only triggers. Only ever used on demo data. */
export async function rewriteHistory(pool: Pool, work: (tx: Tx) => Promise<void>): Promise<void> {
  await inTransaction(pool, async (tx) => {
    for (const table of APPEND_ONLY) await tx.query(`alter table ${table} disable trigger user`)
    await work(tx)
    // Deferred constraints must be settled before the triggers can be enabled again.
    await tx.query('set constraints all immediate')
    for (const table of APPEND_ONLY) await tx.query(`alter table ${table} enable trigger user`)
  })
}

/** Every table with the time of a project's events, and its column for the project. */
const DATED: [table: string, column: string, ofProject: string][] = [
  ['projects', 'created_at', 'id = $1'],
  ['applications', 'created_at', 'project_id = $1'],
  ['deliverables', 'created_at', 'project_id = $1'],
  ['deliverables', 'reviewed_at', 'project_id = $1'],
  ['deliverables', 'superseded_at', 'project_id = $1'],
  ['review_sendings', 'sent_at', 'project_id = $1'],
  ['review_notes', 'created_at', 'project_id = $1'],
  ['review_notes', 'sent_at', 'project_id = $1'],
  ['review_notes', 'answered_at', 'project_id = $1'],
  ['review_notes', 'resolved_at', 'project_id = $1'],
  [
    'review_replies',
    'created_at',
    'note_id in (select id from review_notes where project_id = $1)',
  ],
  ['payments', 'created_at', 'project_id = $1'],
  ['payments', 'funded_at', 'project_id = $1'],
  ['payments', 'released_at', 'project_id = $1'],
  ['licences', 'granted_at', 'project_id = $1'],
  ['project_invitations', 'created_at', 'project_id = $1'],
  ['project_invitations', 'updated_at', 'project_id = $1'],
  ['conversations', 'created_at', 'project_id = $1'],
  ['conversations', 'updated_at', 'project_id = $1'],
  [
    'messages',
    'created_at',
    'conversation_id in (select id from conversations where project_id = $1)',
  ],
  ['events', 'at', 'project_id = $1'],
  ['notifications', 'created_at', "facts->>'project_id' = $1::text"],
  [
    'ledger_movements',
    'created_at',
    'payment_id in (select id from payments where project_id = $1)',
  ],
  ['ledger_entries', 'created_at', 'payment_id in (select id from payments where project_id = $1)'],
]

/**
 * The moment a payment's money was first held or released, by its events; the creator's share is sent with the release.
 */
const momentOf = (kind: string) =>
  `(select min(at) from events where entity = 'payment' and entity_id = payments.id
    and to_status = case ${kind} when 'hold' then 'held_in_escrow' when 'release' then 'released'
      when 'transfer' then 'released' end)`

/** The time from choosing to pay until the money is held. */
const AT_CHECKOUT = `interval '4 minutes'`

/**
 * Rows of what people see as one moment were written milliseconds apart, which stretching turns into hours: this merges
 * them again.
 */
const SAME_MOMENT = [
  `update events set at = deliverables.created_at from deliverables where entity = 'deliverable'
    and entity_id = deliverables.id and move = 'submit' and deliverables.project_id = $1`,
  `update events set at = deliverables.reviewed_at from deliverables where entity = 'deliverable'
    and entity_id = deliverables.id and move in ('approve', 'request_revision') and reviewed_at is not null
    and deliverables.project_id = $1`,
  `update events set at = projects.created_at from projects where entity = 'project'
    and entity_id = projects.id and move = 'create' and projects.id = $1`,
  `update payments set funded_at = coalesce(${momentOf(`'hold'`)}, funded_at),
    released_at = coalesce(${momentOf(`'release'`)}, released_at),
    release_seen_at = case when status = 'released' then now() end where project_id = $1`,
  `update licences set granted_at = released_at from payments
    where payments.application_id = licences.application_id and released_at is not null and licences.project_id = $1`,
  // No one stays on a checkout page for days.
  `update payments set created_at = funded_at - ${AT_CHECKOUT} where funded_at is not null and project_id = $1`,
  `update events set at = payments.created_at from payments
    where entity = 'payment' and entity_id = payments.id and move = 'create' and payments.project_id = $1`,
  `update ledger_movements set created_at = coalesce(${momentOf('kind')}, created_at)
    from (select id from payments where project_id = $1) payments where payment_id = payments.id`,
  `update ledger_entries set created_at = ledger_movements.created_at from ledger_movements
    where ledger_movements.id = movement_id and movement_id in (select ledger_movements.id from ledger_movements
      join payments on payments.id = payment_id where project_id = $1)`,
]

/**
 * Most of a scripted deal's seconds are spent waiting for files at its end; raising the elapsed share to this power
 * gives the earlier steps, applying, choosing and paying, their days.
 */
const EARLY_DAYS = 0.45

/**
 * Stretches a project's recent events over its last days: its posting moves `days` back, its last event to about half a
 * day ago, the rest in between. The order stays.
 */
export async function stretchIntoPast(pool: Pool, projectId: string, days: number): Promise<void> {
  const { rows } = await pool.query<{ created_at: string }>(
    'select created_at from projects where id = $1',
    [projectId],
  )
  const posted = rows[0]?.created_at
  if (posted === undefined) throw new Error(`there is no project ${projectId}`)
  const took = Math.max(Date.now() - Date.parse(posted), 1)
  await rewriteHistory(pool, async (tx) => {
    for (const [table, column, ofProject] of DATED) {
      await tx.query(
        `update ${table} set ${column} = now() - interval '12 hours' - ($4::float8 - 0.5) * interval '1 day'
            * (1 - power(least(1, greatest(0, extract(epoch from ${column} - $2::timestamptz) * 1000 / $3::float8)), $5::float8))
          where ${ofProject} and ${column} is not null`,
        [projectId, posted, took, days, EARLY_DAYS],
      )
    }
    for (const statement of SAME_MOMENT) await tx.query(statement, [projectId])
  })
}

/** Dates every document by the event it is about, and numbers each series in that order. */
export const redateDocuments = (pool: Pool): Promise<void> =>
  rewriteHistory(pool, async (tx) => {
    for (const statement of [
      `update documents set created_at = said.at, issued_on = (said.at at time zone 'UTC')::date,
          year = extract(year from said.at at time zone 'UTC'), number = -said.place
        from (select documents.id, row_number() over (order by documents.id) as place, coalesce(movements.created_at, payouts.arrival_date + interval '10 hours',
            period_end + case documents.kind when 'year_summary' then interval '5 days' else interval '1 day 6 hours' end) as at
          from documents left join ledger_movements movements on movements.id = movement_id
            left join payouts on payouts.id = payout_id) said where said.id = documents.id`,
      `update documents set number = counted.number from (select id, row_number() over (partition by series, year
          order by created_at, movement_id, id) as number from documents) counted where counted.id = documents.id`,
      'delete from document_series',
      `insert into document_series (series, year, last, last_day)
        select series, year, max(number), max(issued_on) from documents group by series, year`,
    ])
      await tx.query(statement)
  })
