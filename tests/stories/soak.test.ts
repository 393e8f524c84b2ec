import { expect, test } from 'vitest'
import { ensureBuilt } from '#scripts/build.mjs'
import { soak } from '#tests/soak/soak.ts'

/** `npm run soak` does the same for hours. */
test('whole projects lose nothing acknowledged while server, database, disk, provider and clock fail', async () => {
  await ensureBuilt(process.cwd(), ['server'])
  const { tally, faults, operations } = await soak({
    seed: 9,
    operations: 90,
    serverKills: 2,
    databaseKills: 2,
    minutes: 3,
    sellers: 1,
    creators: 2,
    atOnce: 4,
    diskMb: 384,
  })
  expect(tally.losses).toEqual([])
  expect([...tally.failed]).toEqual([])
  // A soak proves nothing if nothing was done, or if nothing went wrong.
  expect(operations).toBeGreaterThanOrEqual(90)
  expect(faults.get('server killed')).toBe(1)
  expect(faults.get('clock skewed')).toBe(1)
  expect(faults.get('postmaster killed')).toBe(2)
  // Only root may make a disk small enough to fill.
  const filled = process.getuid?.() === 0 ? '' : ' (not possible here)'
  expect(faults.get(`log on the full disk${filled}`)).toBe(1)
  expect(tally.unanswered).toBeGreaterThan(0)
})

test('a fault that throws ends the run immediately, and the report names it', async () => {
  await ensureBuilt(process.cwd(), ['server'])
  const { tally, faults } = await soak({
    seed: 9,
    operations: 10,
    serverKills: 1,
    databaseKills: 0,
    minutes: 600,
    sellers: 1,
    creators: 1,
    atOnce: 2,
    diskMb: 384,
    // The product is gone for good: a pending request would wait for ten minutes.
    async strike(_, { server }) {
      await server.kill9()
      throw new Error('the machine broke')
    },
  })
  expect(tally.losses).toEqual(['a fault ended the run: the machine broke'])
  expect([...faults]).toEqual([])
})
