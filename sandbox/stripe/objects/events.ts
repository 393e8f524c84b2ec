import type Stripe from 'stripe'
import { newId } from '#sandbox/stripe/state/ids.ts'
import type { Sandbox } from '#sandbox/stripe/state/sandbox.ts'
import type { ThinEventType, ThinEvent, SnapshotEvent } from '#sandbox/stripe/state/stored.ts'

/** The API version of the official SDK in our lockfile; events are rendered in it. */
export const API_VERSION = '2026-10-28.endive'

/** Attempts before an event is given up: the first and one for each delay of the back-off. */
export const DELIVERY_WAITS_MS = [
  200, 1_000, 3_000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000,
] as const

/** Stripe shows events for 30 days; so does the sandbox. */
const EVENT_LIFE_MS = 30 * 24 * 60 * 60 * 1000

/**
 * Records that something happened to `object`, as it is now, and queues the webhook. `account` names the connected
 * account it happened in.
 */
export function emit(
  sandbox: Sandbox,
  type: Stripe.Event['type'],
  object: object,
  account?: string,
): void {
  store(sandbox, {
    id: newId('evt'),
    object: 'event',
    ...(account === undefined ? {} : { account }),
    api_version: API_VERSION,
    created: sandbox.seconds(),
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 1,
    request: {
      id: sandbox.cause?.id ?? null,
      idempotency_key: sandbox.cause?.idempotency_key ?? null,
    },
    type,
  })
}

/** Records that something happened to an account (v2), and queues the thin webhook. */
export function emitThin(
  sandbox: Sandbox,
  type: ThinEventType,
  accountId: string,
  data: Record<string, string> = {},
): void {
  const cause = sandbox.cause
  store(sandbox, {
    id: newId('evt'),
    object: 'v2.core.event',
    type,
    created: sandbox.now().toISOString(),
    livemode: false,
    context: null,
    reason:
      cause === null
        ? null
        : {
            type: 'request',
            request: { id: cause.id, idempotency_key: cause.idempotency_key ?? '' },
          },
    related_object: {
      id: accountId,
      type: 'v2.core.account',
      url: `/v2/core/accounts/${accountId}`,
    },
    data,
  })
}

function store(sandbox: Sandbox, event: SnapshotEvent | ThinEvent): void {
  sandbox.state.events[event.id] = {
    event,
    delivery: {
      state: 'pending',
      attempts: [],
      next_at: 0,
      tries_left: DELIVERY_WAITS_MS.length + 1,
    },
  }
}

/** The text a webhook carries: snapshot events whole, thin events without their data. */
export function payloadOf(event: SnapshotEvent | ThinEvent): string {
  if (event.object === 'event') return JSON.stringify(event)
  const { data: _data, ...thin } = event
  return JSON.stringify(thin)
}

/** Deletes events older than Stripe shows them. */
export function pruneEvents(sandbox: Sandbox): void {
  const oldest = sandbox.now().getTime() - EVENT_LIFE_MS
  for (const [id, { event }] of Object.entries(sandbox.state.events)) {
    const created = event.object === 'event' ? event.created * 1000 : Date.parse(event.created)
    if (created < oldest) delete sandbox.state.events[id]
  }
}
