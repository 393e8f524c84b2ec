import { expect, test } from 'vitest'
import { createHttpApp } from './app.ts'
import { drainable } from './drain.ts'
import { createLog } from '#server/logging/log.ts'

test('a draining process still responds, and closes the connection after each response', async () => {
  const app = createHttpApp(createLog('silent'), 0)
  const drain = drainable(app)
  app.get('/', async () => 'here')
  expect((await app.inject('/')).headers['connection']).not.toBe('close')
  expect(drain.isDraining()).toBe(false)
  drain.begin()
  const last = await app.inject('/')
  expect([last.statusCode, last.headers['connection']]).toEqual([200, 'close'])
  expect(drain.isDraining()).toBe(true)
  expect((await app.inject('/nowhere')).headers['connection']).toBe('close')
  await app.close()
})
