import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { migrate } from '#server/db/migrate.ts'
import { brokenMoneyChecks } from '#server/payments/checks/money-checks.ts'
import { folderOnDisk } from '#tests/support/database-folder.ts'
import { fillDatabase } from '#tests/generate/fill.ts'
import { momentOf, removeFolder, startArchivedPostgres, withClient } from './archived-postgres.ts'

/**
 * `npm run drill:recovery [-- --projects 2000 --writes 2000]`: a market on a PostgreSQL that archives its log, a base
 * backup, writes, a mark, more writes, and a recovery to the moment between them. Prints how long each part took and
 * the machine's load. The exit code is 1 when a mark is missing or should not be there, or when a money check fails.
 */
const { values } = parseArgs({
  options: {
    projects: { type: 'string', default: '2000' },
    writes: { type: 'string', default: '2000' },
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await work()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  say(`${what.padEnd(44)} ${seconds.padStart(6)} s  (load ${loadavg()[0]?.toFixed(0)})`)
  return result
}

const folder = folderOnDisk()
const postgres = await startArchivedPostgres(folder)
let isGood = false
try {
  await withClient(postgres.databaseUrl('postgres'), (db) => db.query('create database market'))
  const url = postgres.databaseUrl('market')
  await migrate(url)
  await timed(`filling ${values.projects} projects`, () =>
    fillDatabase(url, { projects: Number(values.projects), now: new Date(), passwordHash: '-' }),
  )
  await withClient(url, (db) => db.query('create table marks (name text)'))
  await timed('base backup', () => postgres.baseBackup())
  const write = (name: string) =>
    withClient(url, async (db) => {
      for (let n = 0; n < Number(values.writes); n += 1)
        await db.query('insert into marks values ($1)', [name])
    })
  await write('before')
  const target = await withClient(url, momentOf)
  await write('after')
  await timed('until all of it is in the archive', () => postgres.archiveAll())
  const recovered = await timed('recovery, until it takes writes', () => postgres.recover(target))
  await withClient(recovered.databaseUrl('market'), async (db) => {
    const { rows: marks } = await db.query('select name, count(*)::int from marks group by name')
    const broken = await timed('money checks', () => brokenMoneyChecks(db))
    const there = JSON.stringify(marks)
    isGood = there === `[{"name":"before","count":${values.writes}}]` && broken.length === 0
    say(`marks: ${there}; broken money checks: ${broken.length}`)
  })
} finally {
  await postgres.stop()
  removeFolder(folder)
}
say(isGood ? 'Recovered to the second.' : 'Not as promised.')
process.exit(isGood ? 0 : 1)
