import type { Pool } from '#server/db/pool.ts'
import { oneRow, rows, sql } from '#server/db/sql.ts'
import { rewriteHistory } from './backdate.ts'
import type { Stage } from './stage.ts'

/** An event in the demo's past, and its time. */
export interface Moment {
  at: Date
  play(): Promise<void>
}

/** Rows that the database stamped from `from` on belong to the moment `at`. */
interface Mark {
  from: string
  at: Date
}

const DAY_MS = 86_400_000

/**
 * Plays moments in order, with every clock of the product and its provider at the moment's time, and the provider's
 * daily payouts in between. Rows that the database stamped with its own clock are then moved to the moment they belong
 * to.
 */
export async function playTimeline(stage: Stage, moments: readonly Moment[]): Promise<void> {
  const marks: Mark[] = []
  const inOrder = moments.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  for (const { at, play } of inOrder) {
    await passDays(stage, at, marks)
    await begin(stage, at, marks)
    await play()
    if (hasNews(stage)) await stage.settle()
  }
  const end = new Date()
  await passDays(stage, end, marks)
  await begin(stage, end, marks)
  await moveStamps(stage.pool, marks)
}

/** Plays the days since the last moment, each with the provider's payouts of that morning. */
async function passDays(stage: Stage, until: Date, marks: Mark[]): Promise<void> {
  const { sandbox } = stage
  if (marks.length === 0) return
  let day = Math.floor(stage.now().getTime() / DAY_MS) + 1
  for (; day * DAY_MS < until.getTime(); day += 1) {
    const morning = new Date(day * DAY_MS)
    stage.setNow(morning)
    sandbox.keepHouse()
    if (!hasNews(stage)) continue
    await begin(stage, morning, marks)
    await stage.settle()
  }
}

/** Whether the provider has events to report; clicks that order money wait for them on their own. */
const hasNews = ({ sandbox }: Stage): boolean =>
  Object.values(sandbox.state.events).some(({ delivery }) => delivery.state === 'pending')

async function begin(stage: Stage, at: Date, marks: Mark[]): Promise<void> {
  const { from } = await oneRow<{ from: string }>(
    stage.pool,
    sql`select clock_timestamp()::text as from`,
  )
  marks.push({ from, at })
  stage.setNow(at)
}

/** Tables whose times do not belong to the demo. */
const KEPT = ['schema_migrations', 'fee_terms']

async function moveStamps(pool: Pool, marks: readonly Mark[]): Promise<void> {
  const columns = await rows<{ name: string; column: string }>(
    pool,
    sql`select format('%I.%I', table_schema, table_name) as name, format('%I', column_name) as column
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema in ('public', 'auth') and table_type = 'BASE TABLE' and is_generated = 'NEVER'
        and data_type = 'timestamp with time zone' and table_name <> all (${KEPT})`,
  )
  await rewriteHistory(pool, async (tx) => {
    await tx.query(
      'create temp table moments (from_at timestamptz primary key, to_at timestamptz, happened timestamptz) on commit drop',
    )
    await tx.query(
      `insert into moments select from_at, lead(from_at) over (order by from_at), happened
        from unnest($1::timestamptz[], $2::timestamptz[]) as marks (from_at, happened)`,
      [marks.map(({ from }) => from), marks.map(({ at }) => at)],
    )
    await tx.query('analyze moments')
    for (const { name, column } of columns)
      await tx.query(
        `update ${name} as stamped set ${column} = happened + (stamped.${column} - from_at) from moments
          where stamped.${column} >= from_at and stamped.${column} < to_at`,
      )
  })
}
