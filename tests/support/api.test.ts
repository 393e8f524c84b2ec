import { expect, test } from 'vitest'
import { startApi } from './api.ts'

test('closes as soon as a running request ends, although its client would reuse the connection', async () => {
  const api = await startApi()
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  api.app.get('/held', async () => {
    reach()
    await released
    return 'done'
  })
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const { server } = api.app
  const asked = fetch(`${api.app.listeningOrigin}/held`)
  await reached
  const closed = api.close()
  await expect.poll(() => server.listening).toBe(false)
  release()
  const answer = await asked
  expect(await answer.text()).toBe('done')
  // With this header the server ends the connection itself, instead of keeping it for more than a minute.
  expect(answer.headers.get('connection')).toBe('close')
  await closed
})
