import { createAuthContext } from '#server/auth/service/auth-context.ts'
import { rotateSigningKey } from '#server/auth/keys/signing-keys.ts'
import { createLog } from '#server/logging/log.ts'
import { databaseCommand } from './database-command.ts'
import { Refusal } from './launch-settings.ts'

const USAGE = 'Usage: auth-command rotate-key | service-token [hours, 1 to 9999]'

/**
 * Commands for the auth service, whether it is running or not: `npm run auth:rotate-key` announces
 * the next signing key, `npm run auth:service-token -- 8` prints a token for the admin calls, valid for eight hours.
 */
databaseCommand(async ({ pool, config }) => {
  const [command, hours = '1', ...more] = process.argv.slice(2)
  if (more.length > 0) throw new Refusal(USAGE)
  const clock = () => new Date()
  const auth = createAuthContext({ config, pool, log: createLog('warn'), clock })
  if (command === 'rotate-key') {
    if (config.auth.signingKeyFile !== null)
      throw new Refusal(
        'AUTH_SIGNING_KEY_FILE signs here: put the next key first in that file and keep the old one after it.',
      )
    const { kid, signFrom } = await rotateSigningKey(pool, auth.keyring, clock())
    console.log(`The key ${kid} is published and signs from ${signFrom.toISOString()}.`)
    return 0
  }
  if (command !== 'service-token' || !/^[1-9]\d{0,3}$/.test(hours)) throw new Refusal(USAGE)
  console.log(await auth.accessTokens.signService(clock(), Number(hours) * 3_600))
  return 0
})
