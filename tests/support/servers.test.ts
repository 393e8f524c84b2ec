import { expect, test } from 'vitest'
import { startStack } from './servers.ts'

test('a stack serves, survives a crash of its server, and leaves no server or inbox running', async () => {
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
  await expect(fetch(`${stack.inboxUrl}/health`)).rejects.toThrow('fetch failed')
})
