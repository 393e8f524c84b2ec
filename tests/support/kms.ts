import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startKmsSandbox } from '#sandbox/kms/kms-sandbox.ts'

/** The sandbox's token. It must not appear in any message or in anything that is written. */
export const KMS_TOKEN = 'hvs.PLANTED-token-of-the-kms'

/** A test's KMS with a key `ours`, and the settings that lead to it. */
export interface TestKms {
  /** For the test's files; removed by `close`. */
  folder: string
  env: { KMS_URL: string; KMS_KEY: string; KMS_TOKEN_FILE: string }
  /** Calls its own API, as its administrator would. */
  change(path: string, body?: object): Promise<void>
  /** Stops it, and leaves its address without a response. */
  stop(): Promise<void>
  close(): Promise<void>
}

/** Starts the sandbox of sandbox/kms. */
export async function startKms(): Promise<TestKms> {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-kms-'))
  const tokenFile = join(folder, 'token')
  writeFileSync(tokenFile, `${KMS_TOKEN}\n`, { mode: 0o600 })
  const sandbox = await startKmsSandbox({ port: 0, host: '127.0.0.1', token: KMS_TOKEN })
  const change = async (path: string, body: object = {}) => {
    await fetch(`${sandbox.url}/v1/transit/${path}`, {
      method: 'POST',
      headers: { 'x-vault-token': KMS_TOKEN },
      body: JSON.stringify(body),
    })
  }
  await change('keys/ours')
  return {
    folder,
    env: { KMS_URL: sandbox.url, KMS_KEY: 'ours', KMS_TOKEN_FILE: tokenFile },
    change,
    stop: () => sandbox.close(),
    async close() {
      await sandbox.close()
      rmSync(folder, { recursive: true })
    },
  }
}
