import { parseArgs } from 'node:util'
import { ensureBuilt } from '#scripts/build.mjs'
import { folderOnDisk } from '#tests/support/database-folder.ts'
import { removeFolder } from '#tests/recovery/archived-postgres.ts'
import { drillHa } from './drill.ts'
import { HA_FAULTS } from './faults.ts'
import { findPrograms, FIXED_PATRONI, isFixed } from './programs.ts'

/**
 * `npm run drill:ha [-- --faults 'postmaster killed,etcd away' --operations 10000 --at-once 4 --seed 1]`: runs two
 * processes of the product on a PostgreSQL of three nodes under Patroni, etcd and haproxy, from Debian's packages,
 * while nodes are killed and frozen. Prints a line per fault; the exit code is 1 when anything acknowledged was lost,
 * anything was done twice, a process ended, a request was answered with 500, or writes took longer to resume than
 * promised.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    faults: { type: 'string', default: Object.keys(HA_FAULTS).join(',') },
    operations: { type: 'string', default: '0' },
    'at-once': { type: 'string', default: '4' },
    keep: { type: 'boolean', default: false },
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)
const faults = values.faults.split(',')
const unknown = faults.filter((name) => !(name in HA_FAULTS))
if (unknown.length > 0) {
  say(
    `There is no fault called ${unknown.join(', ')}. There are: ${Object.keys(HA_FAULTS).join(', ')}.`,
  )
  process.exit(2)
}
let programs
try {
  programs = findPrograms()
} catch (error) {
  say((error as Error).message)
  process.exit(2)
}
const version = programs.patroniVersion.join('.')
say(`Patroni ${version}, PostgreSQL of ${programs.postgresBin}`)
if (!isFixed(programs.patroniVersion))
  say(
    `Patroni ${version} can lose acknowledged writes when a frozen leader wakes. That fault is left out; name ${FIXED_PATRONI.join('.')} or later with PATRONI.`,
  )
await ensureBuilt(process.cwd(), ['server'])
const folder = folderOnDisk()
let isGood = false
try {
  const report = await drillHa(folder, programs, {
    seed: Number(values.seed),
    faults,
    atOnce: Number(values['at-once']),
    operations: Number(values.operations),
    say,
  })
  const deals = [...report.deals].map(([end, times]) => `${times} ${end}`).join(', ')
  say(
    `${report.operations} operations, ${report.facts} facts, ${report.probes} messages, deals: ${deals || 'none'}`,
  )
  isGood = report.wrong.length === 0
} finally {
  if (values.keep) say(`Logs are in ${folder}.`)
  else removeFolder(folder)
}
say(isGood ? 'Nothing was lost, nothing was done twice, and no process ended.' : 'Not as promised.')
process.exit(isGood ? 0 : 1)
