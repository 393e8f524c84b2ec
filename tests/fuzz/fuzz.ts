import type { RouteKey } from '#contract/api.ts'
import { routes } from '#contract/api.ts'
import { createChance } from './chance.ts'
import { HOLD_MS, heldMs, leastHeldMs } from './event-loop.ts'
import { sendFrames } from './frames.ts'
import { buildFuzzWorld, type FuzzServer } from './fuzz-world.ts'
import { complaint } from './judge.ts'
import { type FuzzRequest, nextRequest } from './requests.ts'

/** The result of a run. */
export interface FuzzReport {
  sent: number
  frames: number
  byStatus: Record<string, number>
  /** The calls that were made at all, and those that answered 200 at least once. */
  asked: number
  answered: number
  unanswered: string[]
  wrong: string[]
}

/** After this many requests the people have accumulated many rows; new people keep their lists realistic. */
const WORLD_LASTS = 1_500
/** Sent concurrently, so that they interact. */
const AT_ONCE = 8
/** How many of the slowest requests are repeated alone at the end. */
const ASKED_AGAIN = 40

const bytesOf = ({ url, payload }: FuzzRequest['inject']): number =>
  url.length + (typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0)

/** Sends `requests` requests by `seed` and checks every response. `say` receives the progress. */
export async function fuzz(
  server: FuzzServer,
  { requests, seed, say }: { requests: number; seed: number; say?: (report: FuzzReport) => void },
): Promise<FuzzReport> {
  const chance = createChance(seed)
  const report: FuzzReport = {
    sent: 0,
    frames: 0,
    byStatus: {},
    asked: 0,
    answered: 0,
    unanswered: [],
    wrong: [],
  }
  const asked = new Set<RouteKey>()
  const answered = new Set<RouteKey>()

  async function ask({ key, actor, inject }: FuzzRequest): Promise<void> {
    const answer = await server.api.app.inject(inject)
    report.byStatus[answer.statusCode] = (report.byStatus[answer.statusCode] ?? 0) + 1
    if (key !== null) asked.add(key)
    if (key !== null && answer.statusCode === 200) answered.add(key)
    const sent = { method: String(inject.method), url: inject.url, sentBytes: bytesOf(inject) }
    const wrong = complaint(key, sent, answer)
    if (wrong === null) return
    const text = `${inject.method} ${inject.url} ${JSON.stringify(inject.payload)?.slice(0, 500)}`
    report.wrong.push(
      `${key ?? 'no call'} as ${actor}: ${wrong}\n  ${text}\n  ${answer.body.slice(0, 300)}`,
    )
  }

  const suspects: { held: number; batch: FuzzRequest[] }[] = []

  /** Requests of the slowest batches that are also slow alone, every time. */
  async function stalls(): Promise<string[]> {
    const slowest = suspects.toSorted((one, other) => other.held - one.held)
    const found: string[] = []
    for (const { inject } of slowest.flatMap(({ batch }) => batch).slice(0, ASKED_AGAIN)) {
      const ms = await leastHeldMs(() => server.api.app.inject(inject))
      if (ms > HOLD_MS)
        found.push(
          `held the event loop for ${Math.round(ms)} ms\n  ${inject.method} ${inject.url} ${JSON.stringify(inject.payload)?.slice(0, 500)}`,
        )
    }
    return found
  }

  let world = await buildFuzzWorld(server)
  let worldEnds = WORLD_LASTS
  while (report.sent < requests) {
    if (report.sent >= worldEnds) {
      world = await buildFuzzWorld(server)
      worldEnds += WORLD_LASTS
    }
    const batch = Array.from({ length: Math.min(AT_ONCE, requests - report.sent) }, () =>
      nextRequest(world, chance),
    )
    const held = await heldMs(() => Promise.all(batch.map(ask)))
    // Repeated when the run is over: during the run it would change what the seed sends next.
    if (held > HOLD_MS) suspects.push({ held, batch })
    report.sent += batch.length
    if (chance.now(0.1)) {
      await sendFrames(server.origin, world, chance)
      report.frames += 5
    }
    if (say !== undefined && report.sent % 1_000 < AT_ONCE) say(report)
  }
  report.asked = asked.size
  report.answered = answered.size
  report.unanswered = Object.keys(routes).filter((key) => !answered.has(key as RouteKey))
  report.wrong.push(...(await stalls()), ...server.errors.slice(0, 10))
  return report
}
