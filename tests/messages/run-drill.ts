import { parseArgs } from 'node:util'
import { ensureBuilt } from '#scripts/build.mjs'
import { startTestPostgres } from '#tests/support/postgres-global.ts'
import { drillKilledProcesses } from './killed-processes.ts'

/**
 * `npm run drill:messages [-- --messages 10000 --seed 1 --kills 4 --through postgres]`: sends random messages between
 * random pairs over tabs that come and go, across two server processes of the built product, one of which is killed now
 * and then. Prints what was lost, repeated, out of order or seen by a third person; the exit code is 1 when anything
 * was.
 */
const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '4' },
    through: { type: 'string', default: 'direct' },
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)

await ensureBuilt(process.cwd(), ['server'])
const postgres = await startTestPostgres()
let code = 1
try {
  const { faults, ...figures } = await drillKilledProcesses(postgres.templateUrl, {
    seed: Number(values.seed),
    messages: Number(values.messages),
    kills: Number(values.kills),
    talks: 120,
    isDirect: values.through !== 'postgres',
    say,
  })
  say(JSON.stringify(figures))
  for (const fault of faults.slice(0, 20)) say(fault)
  say(
    faults.length === 0
      ? 'Nothing lost, nothing doubled, nothing out of order, nothing seen by a third person.'
      : `${faults.length} faults.`,
  )
  code = faults.length === 0 ? 0 : 1
} finally {
  await postgres.stop()
}
process.exit(code)
