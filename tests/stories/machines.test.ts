import { expect, test } from 'vitest'
import { ensureBuilt } from '#scripts/build.mjs'
import { startCluster } from '#tests/machines/cluster.ts'
import { roll } from '#tests/machines/rolling.ts'

/** `npm run drill:machines` does the same for longer, and with haproxy. */
test('replacing two processes in turn fails no request, moves sockets, resumes uploads and runs jobs once', async () => {
  await ensureBuilt(process.cwd(), ['server'])
  const cluster = await startCluster()
  try {
    const report = await roll(cluster, { rounds: 1, clients: 4, sockets: 4 })
    expect(report.failed).toEqual([])
    expect(report.faults).toEqual([])
    for (const drain of report.drains) expect(drain).toBeLessThan(10_000)
    expect(report.requests).toBeGreaterThan(20)
    expect(report.reconnects).toBeGreaterThan(0)
    expect(report.uploaded).toBeGreaterThan(0)
    expect(report.mails).toBeGreaterThan(0)
  } finally {
    await cluster.close()
  }
})
