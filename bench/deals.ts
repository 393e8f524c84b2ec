import { ensureBuilt } from '#scripts/build.mjs'
import type { Pool } from '#server/db/pool.ts'
import { Journal } from '#tests/soak/journal.ts'
import { Life } from '#tests/soak/life.ts'
import { Line } from '#tests/soak/line.ts'
import { startMachine } from '#tests/soak/machine.ts'
import { Person, type Town } from '#tests/soak/person.ts'
import { comeToRest } from '#tests/soak/rest.ts'
import { joinCreator } from '#tests/soak/soak.ts'
import { newTally, sum } from '#tests/soak/tally.ts'

/**
 * `npm run bench:deals`: what a deal writes, from its posting to its last payment, with its messages, files, mails and
 * jobs: transactions, rows and bytes of PostgreSQL's log. It only prints; nothing depends on the output.
 */
const DEALS = 40
const SEED = 7
const DISK_BYTES = 1024 ** 3

interface Writes {
  /** Transactions that wrote. */
  transactions: number
  rows: number
  walBytes: number
}

async function writesSoFar(pool: Pool): Promise<Writes> {
  const { rows } = await pool.query<Writes>(
    `select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as transactions,
      (select sum(n_tup_ins + n_tup_upd + n_tup_del)::bigint from pg_stat_user_tables) as rows,
      (pg_current_wal_insert_lsn() - '0/0')::bigint as "walBytes"`,
  )
  const [found] = rows
  if (found === undefined) throw new Error('PostgreSQL does not say what was written.')
  return found
}

async function tablesWritten(pool: Pool): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ name: string; count: number }>(
    `select schemaname || '.' || relname as name, (n_tup_ins + n_tup_upd + n_tup_del)::bigint as count
      from pg_stat_user_tables`,
  )
  return new Map(rows.map(({ name, count }) => [name, count]))
}

const per = (count: number) => (count / DEALS).toFixed(1)

await ensureBuilt(process.cwd(), ['server'])
const machine = await startMachine(DISK_BYTES)
try {
  const tally = newTally()
  const line = new Line(machine.url, tally)
  const town: Town = { line, journal: new Journal(), mail: machine.mail, talks: new Map() }
  const seller = await Person.join(town, 'seller', 'seller')
  const creators = await Promise.all(['one', 'two', 'three'].map((name) => joinCreator(town, name)))
  // Sign-ups enqueue jobs of their own.
  await comeToRest(machine)
  const [before, tables] = [await writesSoFar(machine.pool), await tablesWritten(machine.pool)]
  const commands = sum(tally.acknowledged)
  const began = performance.now()
  for (let number = 1; number <= DEALS; number += 1)
    await new Life(SEED, number, [seller], creators).live()
  await comeToRest(machine)
  const after = await writesSoFar(machine.pool)
  const seconds = (performance.now() - began) / 1_000
  console.log(`${DEALS} deals in ${Math.round(seconds)} s, one after the other; each:`)
  console.log(`  commands of people       ${per(sum(tally.acknowledged) - commands)}`)
  console.log(`  transactions that wrote  ${per(after.transactions - before.transactions)}`)
  console.log(`  rows written             ${per(after.rows - before.rows)}`)
  console.log(`  log of PostgreSQL, KiB   ${per((after.walBytes - before.walBytes) / 1024)}`)
  const written = [...(await tablesWritten(machine.pool))]
    .map(([name, count]) => ({ name, count: count - (tables.get(name) ?? 0) }))
    .toSorted((a, b) => b.count - a.count)
  for (const { name, count } of written.slice(0, 12))
    console.log(`    ${per(count).padStart(6)}  ${name}`)
} finally {
  await machine.close()
}
process.exit(0)
