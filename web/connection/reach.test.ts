import { expect, test } from 'vitest'
import { patiently } from './patiently.ts'
import { checkReach, isLost } from './reach.ts'

test('on a server that renders pages, a failed load never counts as a lost connection', async () => {
  expect(await checkReach()).toBe(true)
  const failed = patiently(() => Promise.reject(new Error('no such part')), [])
  await expect(failed).rejects.toThrow('no such part')
  expect(isLost()).toBe(false)
})
