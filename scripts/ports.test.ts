import { expect, test } from 'vitest'
import { freePort } from './ports.ts'

test('no port is given twice, alone or within a range', async () => {
  const given: number[] = []
  for (let n = 0; n < 150; n += 1) {
    const count = 1 + (n % 5)
    const first = await freePort(count)
    given.push(...Array.from({ length: count }, (_, offset) => first + offset))
  }
  expect(new Set(given).size).toBe(given.length)
})
