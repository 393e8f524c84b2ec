import { afterAll, beforeAll, expect, test } from 'vitest'
import { fuzz, type FuzzReport } from './fuzz.ts'
import { type FuzzServer, startFuzzServer } from './fuzz-world.ts'

/** `npm run fuzz` sends more requests (tests/fuzz/run-fuzz.ts). */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 300)
const SEED = Number(process.env['FUZZ_SEED'] ?? 1)
const isLong = process.env['FUZZ_REQUESTS'] !== undefined

let server: FuzzServer
beforeAll(async () => {
  server = await startFuzzServer()
})
afterAll(() => server.close())

const line = ({ sent, frames, byStatus, wrong }: FuzzReport) =>
  `${sent} requests, ${frames} frames, ${JSON.stringify(byStatus)}, ${wrong.length} wrong\n`

test(
  'no random request causes a server error or a response that violates the contract',
  async () => {
    const say = (report: FuzzReport) => void process.stdout.write(line(report))
    const report = await fuzz(server, {
      requests: REQUESTS,
      seed: SEED,
      ...(isLong ? { say } : {}),
    })
    if (isLong) {
      process.stdout.write(`seed ${SEED}: ${line(report)}`)
      process.stdout.write(
        `${report.answered} of ${report.asked} calls once succeeded; never: ${report.unanswered.join(', ') || 'none'}\n`,
      )
    }
    expect(report.wrong).toEqual([])
    expect(report.sent).toBe(REQUESTS)
  },
  6 * 3_600_000,
)
