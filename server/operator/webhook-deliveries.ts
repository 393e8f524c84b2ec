import {
  DELIVERY_COUNT_DAYS,
  DELIVERY_OUTCOMES,
  type DeliveryOutcome,
  RECENT_DELIVERY_DAYS,
} from '#contract/webhook-deliveries.ts'
import { daysBefore, utcDay } from '#server/clocks/days.ts'
import { rows, sql } from '#server/db/sql.ts'
import type { Deps } from '#server/deps/deps.ts'

interface CountedRow {
  outcome: DeliveryOutcome
  today: number
  recent: number
  kept: number
  first_at: string
  last_at: string
}

/**
 * How deliveries to the webhook ended, by outcome and UTC day: accepted deliveries first, then the refusals, in the
 * contract's order. An outcome that did not occur is omitted, except `accepted`.
 */
export async function webhookDeliveries({ pool }: Pick<Deps, 'pool'>, now: Date) {
  const recent = utcDay(daysBefore(now, RECENT_DELIVERY_DAYS - 1))
  const kept = utcDay(daysBefore(now, DELIVERY_COUNT_DAYS - 1))
  // A sum of bigint is numeric, which does not map to a number in JavaScript.
  const found = await rows<CountedRow>(
    pool,
    sql`select outcome,
        coalesce(sum(deliveries) filter (where counted_on = ${utcDay(now)}), 0)::bigint as today,
        coalesce(sum(deliveries) filter (where counted_on >= ${recent}), 0)::bigint as recent,
        sum(deliveries)::bigint as kept, min(first_at) as first_at, max(last_at) as last_at
      from webhook_deliveries where counted_on >= ${kept} group by outcome`,
  )
  const none = { today: 0, recent: 0, kept: 0, first_at: null, last_at: null }
  const byOutcome = new Map(found.map((row) => [row.outcome, row]))
  return {
    outcomes: DELIVERY_OUTCOMES.filter(
      (outcome) => outcome === 'accepted' || byOutcome.has(outcome),
    ).map((outcome) => ({ ...none, ...byOutcome.get(outcome), outcome })),
  }
}
