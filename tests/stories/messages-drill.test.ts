import { expect, inject, test } from 'vitest'
import { ensureBuilt } from '#scripts/build.mjs'
import { drillKilledProcesses } from '#tests/messages/killed-processes.ts'

/** `npm run drill:messages` does the same for longer, with more conversations. */
test.each([
  ['directly', true, 42],
  ['by notifications', false, 43],
])(
  'every page ends up with the stored messages, with two processes linked %s and one killed during reads',
  async (_, isDirect, seed) => {
    await ensureBuilt(process.cwd(), ['server'])
    const report = await drillKilledProcesses(inject('templateDatabaseUrl'), {
      seed,
      isDirect,
      messages: 300,
      kills: 3,
      talks: 60,
    })
    expect(report.faults).toEqual([])
    // A drill proves nothing if its kills affected no one, or if its pages received nothing live.
    expect(report.kills).toBe(3)
    expect(report.readsCutOff).toBeGreaterThan(0)
    expect(report.live).toBeGreaterThan(100)
    expect(report.reconnects).toBeGreaterThan(3)
  },
)
