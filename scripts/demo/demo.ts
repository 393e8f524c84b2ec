import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { configuredFileStore } from '#server/providers/files/configured-file-store.ts'
import { applyConfiguredTerms } from '#server/fees/configured-terms.ts'
import { openConfig } from '#server/wrapped-keys/open-config.ts'
import { CREATORS, DEMO_OPERATOR, DEMO_PASSWORD, ELLEN } from './cast.ts'
import { clearHalfADemo } from './clear-half-a-demo.ts'
import { fillMarket } from '#scripts/demo/market/fill-market.ts'
import { PEOPLE } from '#scripts/demo/market/market.ts'
import { proveOperator } from './operator.ts'
import { readyVideos } from './ready-videos.ts'
import { openStage, withoutWaiting } from './stage.ts'

/** An arbitrary number: whoever holds this lock fills in the demo. */
const DEMO_LOCK = 7_221_990

/**
 * Fills an empty copy with demo data before its server starts: through the product's own routes, rules and jobs, with a
 * payment sandbox in this process whose state the real one starts from. So the data is exactly what people would have
 * produced: real files, real sandbox charges, a balanced ledger. Prints how to sign in. An interrupted run starts over
 * from nothing.
 */
async function main(): Promise<void> {
  // Without its launcher no one waits for the result; the next start begins again.
  const orphaned = () => process.exit(1)
  process.once('disconnect', orphaned)
  const config = await openConfig(process.env)
  await migrate(withoutWaiting(config.databaseUrl))
  // Held for the life of this process: a process that was killed but is still running must not write into the next
  // one's data.
  const lock = new pg.Client({ connectionString: config.databaseUrl })
  await lock.connect()
  await lock.query('select pg_advisory_lock($1)', [DEMO_LOCK])
  const stateFile = join(config.dataDir, 'sandbox', 'stripe.json')
  await rm(stateFile, { force: true })
  const stage = await openStage(config)
  let appSecret = ''
  try {
    await clearHalfADemo(stage.pool)
    await applyConfiguredTerms(stage.pool, config.feeTerms)
    await fillMarket(stage)
    const files = await configuredFileStore(config)
    await readyVideos(stage.pool, files, new Date())
    files.close()
    appSecret = await proveOperator(stage.url)
    await stage.save(stateFile)
  } finally {
    await stage.close()
    await lock.end()
  }
  for (const person of [ELLEN, ...CREATORS]) {
    process.stdout.write(`${person.email}  ${DEMO_PASSWORD}  (${person.role}, ${person.name})\n`)
  }
  const others = PEOPLE.length - CREATORS.length - 1
  process.stdout.write(`and ${others} more with the same password, listed in the README\n`)
  process.stdout.write(
    `${DEMO_OPERATOR.email}  ${DEMO_PASSWORD}  (operator, ${DEMO_OPERATOR.name}; key for an authenticator app: ${appSecret})\n`,
  )
  process.off('disconnect', orphaned)
  if (process.connected) process.disconnect()
}

await main()
