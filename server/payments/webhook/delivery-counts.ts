import type { DeliveryOutcome } from '#contract/webhook-deliveries.ts'
import { utcDay } from '#server/clocks/days.ts'
import { execute, sql } from '#server/db/sql.ts'
import type { Deps } from '#server/deps/deps.ts'

/** The minimum interval between a process's writes of its counts, in ms: a flood costs one statement a second. */
export const COUNTS_WRITTEN_MS = 1_000

/** The counts of one day and outcome that are not written yet. */
interface Counted {
  day: string
  outcome: DeliveryOutcome
  deliveries: number
  first: Date
  last: Date
}

/** Counts how deliveries to the webhook ended (decision 0114). */
export interface DeliveryCounts {
  count(outcome: DeliveryOutcome): void
  /** This process's counts since its start. */
  totals(): ReadonlyMap<DeliveryOutcome, number>
  /** Writes what is not written yet, and nothing later. A killed process loses its last second. */
  close(): Promise<void>
}

/**
 * Counts in memory, by UTC day and outcome, and adds the counts to the table once a second. While the database is away,
 * they wait. A write whose outcome is unknown is repeated, so such a second may count twice. `writtenMs`: the pause
 * between writes; the money simulation, which counts open connections, writes only at the end.
 */
export function createDeliveryCounts(
  deps: Pick<Deps, 'pool' | 'clock' | 'log'>,
  writtenMs = COUNTS_WRITTEN_MS,
): DeliveryCounts {
  const totals = new Map<DeliveryOutcome, number>()
  const pending = new Map<string, Counted>()
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()
  let isClosed = false

  function add(one: Counted): void {
    const key = `${one.day} ${one.outcome}`
    const before = pending.get(key)
    if (before === undefined) {
      pending.set(key, one)
      return
    }
    before.deliveries += one.deliveries
    if (one.first < before.first) before.first = one.first
    if (one.last > before.last) before.last = one.last
  }

  async function write(): Promise<void> {
    const taken = [...pending.values()]
    pending.clear()
    if (taken.length === 0) return
    try {
      await addCounts(deps.pool, taken)
    } catch (error) {
      for (const one of taken) add(one)
      deps.log.warn({ err: error }, 'counts of webhook deliveries are not written yet')
    }
  }

  function later(): void {
    if (timer !== null || isClosed) return
    timer = setTimeout(() => {
      writing = write().then(() => {
        timer = null
        if (pending.size > 0) later()
      })
    }, writtenMs).unref()
  }

  return {
    count(outcome) {
      const now = deps.clock()
      totals.set(outcome, (totals.get(outcome) ?? 0) + 1)
      add({ day: utcDay(now), outcome, deliveries: 1, first: now, last: now })
      later()
    },
    totals: () => totals,
    async close() {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
      await writing
      await write()
    },
  }
}

/** In the order of the key, so that two processes never deadlock. */
async function addCounts(pool: Deps['pool'], counted: readonly Counted[]): Promise<void> {
  await execute(
    pool,
    sql`insert into webhook_deliveries (counted_on, outcome, deliveries, first_at, last_at)
      select * from unnest(${counted.map(({ day }) => day)}::date[], ${counted.map(({ outcome }) => outcome)}::text[],
        ${counted.map(({ deliveries }) => deliveries)}::bigint[], ${counted.map(({ first }) => first)}::timestamptz[],
        ${counted.map(({ last }) => last)}::timestamptz[]) as new (counted_on, outcome, deliveries, first_at, last_at)
      order by counted_on, outcome
      on conflict (counted_on, outcome) do update set
        deliveries = webhook_deliveries.deliveries + excluded.deliveries,
        first_at = least(webhook_deliveries.first_at, excluded.first_at),
        last_at = greatest(webhook_deliveries.last_at, excluded.last_at)`,
  )
}
