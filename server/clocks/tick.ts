import { isDatabaseAway } from '#server/db/away.ts'
import type { Deps } from '#server/deps/deps.ts'

/**
 * One clock: finds what is due at `now` and returns one task for each. A task checks again, under a lock, whether it is
 * still due: it may run twice, late, or in two processes concurrently, and is then a no-op.
 */
export type Clock = (deps: Deps, now: Date) => Promise<(() => Promise<void>)[]>

/** Clocks by name, as they appear in the log. */
export type Clocks = Readonly<Record<string, Clock>>

/**
 * Runs every clock once. What came due while no server was running is handled now: late, but never lost and never done
 * twice. A failure is logged and retried at the next tick; it does not stop the other clocks.
 */
export async function tick(deps: Deps, clocks: Clocks): Promise<void> {
  const now = deps.clock()
  for (const [clock, due] of Object.entries(clocks)) {
    const note = (error: unknown) => {
      const isAway = error instanceof Error && isDatabaseAway(error)
      deps.log[isAway ? 'warn' : 'error']({ err: error, clock }, 'a clock has failed')
    }
    const work = await due(deps, now).catch((error: unknown) => {
      note(error)
      return []
    })
    for (const piece of work) await piece().catch(note)
  }
}
