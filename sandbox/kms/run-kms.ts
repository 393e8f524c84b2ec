import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readUnkeyedConfig } from '#server/config/config.ts'
import { startKmsSandbox } from './kms-sandbox.ts'

/** The port after those of the other sandboxes. */
const PORT_OFFSET = 5

/** The key it creates; others can be created through its API. */
const KEY = 'cartwright'

/**
 * `npm run sandbox:kms`: a KMS on this machine for trying wrapped keys, on SANDBOX_PORT + 5. Keeps its keys and its
 * token in DATA_DIR/sandbox, and prints the settings that connect to it. Runs until Ctrl-C.
 */
async function main(): Promise<void> {
  const config = readUnkeyedConfig({ DATABASE_URL: 'postgres://unused', ...process.env })
  const folder = join(config.dataDir, 'sandbox')
  mkdirSync(folder, { recursive: true })
  const tokenFile = join(folder, 'kms-token')
  if (!existsSync(tokenFile))
    writeFileSync(tokenFile, `hvs.${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
  const token = readFileSync(tokenFile, 'utf8').trim()
  const { url } = await startKmsSandbox({
    port: config.sandboxPort + PORT_OFFSET,
    host: '127.0.0.1',
    token,
    stateFile: join(folder, 'kms.json'),
  })
  await fetch(`${url}/v1/transit/keys/${KEY}`, {
    method: 'POST',
    headers: { 'x-vault-token': token },
  })
  console.log(`KMS_URL=${url}\nKMS_KEY=${KEY}\nKMS_TOKEN_FILE=${tokenFile}`)
}

await main()
