import { DEFAULT_FEE_TERMS } from '#contract/fees.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from '#server/db/pool.ts'
import { waitingForLocks } from '#tests/support/lock-waiters.ts'
import { Run } from './run.ts'
import type { DealPlan, Step } from './steps.ts'
import type { World } from './world.ts'

/** The vocabulary of a money story: what happens, step by step. */

/** A deal whose money is held, and one that no one has paid yet. Prices in cents. */
export const HELD: DealPlan = { price: 54_000, terms: DEFAULT_FEE_TERMS, held: true }
export const OPEN: DealPlan = { price: 54_000, terms: DEFAULT_FEE_TERMS, held: false }

/** A run of these deals in a world of its own; its first deal is deal 0. */
export const begin = (world: World, ...deals: DealPlan[]): Promise<Run> =>
  Run.start(world, { deals, lostForGood: false, steps: [] })

export async function happen(run: Run, ...steps: Step[]): Promise<void> {
  for (const step of steps) await run.perform(step)
}

/** Delivers every waiting event, and applies each one before any other job. An event that cannot be applied stays. */
export async function hear(run: Run): Promise<void> {
  for (const id of run.mailbag.waiting()) await run.mailbag.deliver(id)
  const tried = new Set<string>()
  for (;;) {
    const jobs = await run.process.waitingJobs()
    const next = jobs.findIndex((job) => job.task === 'payments.event' && !tried.has(job.id))
    const job = jobs[next]
    if (job === undefined) return
    tried.add(job.id)
    await run.process.runJob(next)
  }
}

/** Works off the first jobs of the queue. */
export const work = (run: Run): Promise<void> =>
  run.perform({ do: 'jobs', count: 5, pick: 0, faults: [] })

/** Loses the undelivered events of one type, until `run.mailbag.find()`. */
export function lose(run: Run, type: string): void {
  const { events } = run.world.sandbox.state
  for (const id of run.mailbag.waiting()) if (events[id]?.event.type === type) run.mailbag.lose(id)
}

/** Resolves once someone waits for a row lock in this database, or once `ended` has happened. */
export async function untilBlocked(pool: Pool, ended: Promise<unknown>): Promise<void> {
  const state = { over: false }
  ended.then(
    () => (state.over = true),
    () => (state.over = true),
  )
  while (!state.over) {
    if ((await waitingForLocks(pool)) > 0) return
    await pause(5)
  }
}
