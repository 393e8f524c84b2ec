import { readConfig } from '#server/config/config.ts'
import { createPool } from '#server/db/pool.ts'
import type { Deps } from '#server/deps/deps.ts'
import { createLog } from '#server/logging/log.ts'
import { startStripeSandbox } from '#sandbox/stripe/server.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { bundleCrashProgram, type CrashProgram } from './crash.ts'
import type { CrashCase } from './crash-case.ts'
import { type CrashResult, CrashRun } from './crash-run.ts'
import type { Site } from './deals.ts'
import { providerBy } from './impatient-provider.ts'

const SECRETS = { secretKey: 'sk_test_crashes', webhookSecret: 'whsec_crashes' }

/** A database and a provider in which processes are killed one after another. */
export interface CrashSite extends Site {
  run(which: CrashCase): Promise<CrashResult>
  close(): Promise<void>
}

/** Opens a site on a clone of `templateUrl`. */
export async function openCrashSite(
  templateUrl: string,
  program: CrashProgram,
): Promise<CrashSite> {
  const database = await cloneDatabase(templateUrl)
  const sandbox = await startStripeSandbox({ port: 0, ...SECRETS })
  const stripe = { apiBase: sandbox.url, ...SECRETS }
  const pool = createPool(database.url, 6)
  const deps: Deps = {
    config: {
      ...readConfig({ NODE_ENV: 'test', DATABASE_URL: database.url, LOG_LEVEL: 'silent' }),
      stripe,
    },
    pool,
    log: createLog('silent'),
    clock: () => new Date(),
    payments: providerBy(stripe),
  }
  return {
    pool,
    deps,
    sandbox,
    run: (which) => new CrashRun({ deps, sandbox, program }, which).run(),
    async close() {
      await pool.end()
      await database.drop()
      await sandbox.close()
    },
  }
}

/** The program that is killed. */
export const crashMatrixProgram = () => bundleCrashProgram('tests/money/matrix-child.ts')
