import type { WebhookState } from '#contract/operator.ts'
import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, unprepared, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { cursorNumber, pageLimit, typedFor } from '#server/operator/acts/operator-pages.ts'

/** A stored provider event. `payload` is our own reading of it, not the provider's words. */
export interface WebhookRow {
  event_id: string
  number: number
  type: string
  payload: Record<string, unknown>
  received_at: string
  applied_at: string | null
  ignored: boolean
}

const columns = raw('event_id, number, type, payload, received_at, applied_at, ignored')

/** The fields of a stored event that name a provider object. */
const OBJECT_FIELDS = [
  'sessionId',
  'paymentIntentId',
  'chargeId',
  'refundId',
  'transferId',
  'transferGroup',
  'disputeId',
  'accountId',
  'payoutId',
] as const

/**
 * Whether an event concerns this object, in a form that an index on the payload supports; `$1`-style parameters come
 * from `sql`.
 */
const speaksOf = (value: string) => OBJECT_FIELDS.map((field) => JSON.stringify({ [field]: value }))

const states: Record<WebhookState, string> = {
  waiting: 'applied_at is null',
  applied: 'applied_at is not null and not ignored',
  ignored: 'ignored',
}

/** A page of the inbox, newest first, plus one row. */
export function webhooksStatement(search: {
  q?: string | undefined
  state?: WebhookState | undefined
  after?: string | undefined
}): Statement {
  const { id, words } = typedFor(search.q)
  const wanted = id ?? words
  const about = wanted === null ? null : speaksOf(wanted)
  const before = cursorNumber(search.after)
  const inState = raw(search.state === undefined ? 'true' : states[search.state])
  // Each condition yields at most one page, because a single type may have a million events.
  const page = raw(`and ${inState.text} order by number desc limit ${pageLimit.text}`)
  return unprepared(sql`select ${columns} from webhook_events
    where number < ${before} and ${inState}
      and (${wanted}::text is null or number in (
        select number from webhook_events where event_id = ${wanted}
        union all (select number from webhook_events where starts_with(type, ${wanted}) and number < ${before} ${page})
        union all (select number from webhook_events
          where payload @> any(${about}::jsonb[]) and number < ${before} ${page})
        union all (select number from webhook_events
          where payload @> jsonb_build_object('metadata', jsonb_build_object('payment_id', ${wanted}::text))
            and number < ${before} ${page})))
    order by number desc limit ${pageLimit}`)
}

export const findWebhooks = (
  db: Queryable,
  search: Parameters<typeof webhooksStatement>[0],
): Promise<WebhookRow[]> => rows<WebhookRow>(db, webhooksStatement(search))

/** Every stored event about a payment or one of its provider objects, oldest first. */
export const webhooksAbout = (db: Queryable, paymentId: string, objects: readonly string[]) =>
  rows<WebhookRow>(
    db,
    unprepared(sql`select ${columns} from webhook_events
      where payload @> any(${[
        JSON.stringify({ metadata: { payment_id: paymentId } }),
        ...speaksOf(`payment_${paymentId}`),
        ...objects.flatMap(speaksOf),
      ]}::jsonb[])
      order by number limit ${pageLimit}`),
  )

/** Locks a stored event until the transaction ends. */
export const lockWebhook = (tx: Tx, number: string) =>
  maybeRow<WebhookRow>(
    tx,
    sql`select ${columns} from webhook_events where number = ${number} for update`,
  )
