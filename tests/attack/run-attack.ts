import { parseArgs } from 'node:util'
import { startTestPostgres } from '#tests/support/postgres-global.ts'
import { attack } from './attack.ts'
import { tableOf } from './tally.ts'

/**
 * `npm run attack [-- --short --seed 1 --only bombs]`: starts the built product with its sandboxes on this machine and
 * tries everything in docs/security-tests.md on it. Ends by itself after some minutes with a table of what was tried
 * and what held; the exit code is 1 when anything was found.
 */
const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)

const postgres = await startTestPostgres(true)
let code = 1
try {
  const tallies = await attack({
    template: postgres,
    isShort: values.short,
    seed: Number(values.seed),
    only: values.only,
    say,
  })
  say(`\n${tableOf(tallies)}`)
  code = tallies.every(({ findings }) => findings.length === 0) ? 0 : 1
} finally {
  await postgres.stop()
}
process.exit(code)
