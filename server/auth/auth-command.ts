import { readConfig } from '../config.ts'
import { createPool } from '../db/pool.ts'
import { createLog } from '../http/log.ts'
import { createAuthContext } from './auth-context.ts'
import { rotateSigningKey } from './signing-keys.ts'

/**
 * What an operator does to the auth service from a terminal, with the server's own environment:
 * `rotate-key` announces the next signing key, `service-token [hours]` prints a token for the admin calls.
 */
async function main([command, hours = '1']: readonly string[]): Promise<string> {
  const config = readConfig(process.env)
  const pool = createPool(config.databaseUrl, 2)
  try {
    const clock = () => new Date()
    const auth = createAuthContext({ config, pool, log: createLog('warn'), clock })
    if (command === 'rotate-key') {
      const { kid, signFrom } = await rotateSigningKey(pool, auth.secrets, clock())
      return `The key ${kid} is published and signs from ${signFrom.toISOString()}.`
    }
    if (command === 'service-token' && /^\d{1,4}$/.test(hours))
      return await auth.accessTokens.signService(clock(), Number(hours) * 3_600)
    throw new Error('Usage: auth-command.ts rotate-key | service-token [hours]')
  } finally {
    await pool.end()
  }
}

try {
  process.stdout.write(`${await main(process.argv.slice(2))}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
