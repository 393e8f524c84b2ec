import { parseArgs } from 'node:util'
import { createPasswordHashes, PASSWORD_COST } from '#server/auth/passwords/password-hashes.ts'
import { DEMO_PASSWORD } from '#scripts/demo/cast.ts'
import { fillDatabase } from './fill.ts'
import { emailOf } from './people.ts'
import { marketOf } from './market.ts'
import { databaseCommand } from '#scripts/database-command.ts'

/** The maximum size of a market: the ledger's integer ids end not far above it. */
const MOST_PROJECTS = 20_000_000

/**
 * `npm run db:generate -- --scale 100000`: generates a realistic market of that many projects in the installation's
 * database. For measuring and for looking at long lists; the payment provider knows nothing of its money.
 */
databaseCommand(async ({ url }) => {
  const { values } = parseArgs({ options: { scale: { type: 'string', default: '10000' } } })
  const projects = Number(values.scale)
  if (!Number.isInteger(projects) || projects < 1 || projects > MOST_PROJECTS) {
    console.error(`--scale is a number of projects from 1 to ${MOST_PROJECTS}.`)
    return 2
  }
  const startedAt = performance.now()
  const now = new Date()
  await fillDatabase(url, {
    projects,
    now,
    passwordHash: await createPasswordHashes(PASSWORD_COST).hash(DEMO_PASSWORD),
    progress: (table, rows, seconds) =>
      console.log(`${table.padEnd(24)}${String(rows).padStart(10)}  ${seconds.toFixed(1)} s`),
  })
  const { sellers } = marketOf(projects, now)
  console.log(`Filled in ${Math.round((performance.now() - startedAt) / 1_000)} s.`)
  console.log(
    `Sign in as ${emailOf(0)} (seller) or ${emailOf(sellers)} (creator), ${DEMO_PASSWORD}.`,
  )
  return 0
})
