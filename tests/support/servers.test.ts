import { existsSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startStack } from './servers.ts'

test('a stack serves, survives a crash of its server, and leaves nothing behind', async () => {
  const stack = await startStack({}, { withoutWeb: true })
  const healthy = () => fetch(`${stack.url}/health`).then((answer) => answer.status)
  try {
    expect(await healthy()).toBe(200)
    await stack.kill9Server()
    await expect(healthy()).rejects.toThrow('fetch failed')
    await stack.restartServer()
    expect(await healthy()).toBe(200)
  } finally {
    await stack.stop()
  }
  await expect(healthy()).rejects.toThrow('fetch failed')
  for (const sandbox of [stack.inboxUrl, stack.stripeUrl, stack.googleUrl, stack.pushUrl])
    await expect(fetch(`${sandbox}/health`), sandbox).rejects.toThrow('fetch failed')
  expect(existsSync(stack.dataDir)).toBe(false)
  const gone = new pg.Client({ connectionString: stack.databaseUrl })
  await expect(gone.connect()).rejects.toThrow('does not exist')
})
