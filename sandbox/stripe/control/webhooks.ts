import { createHmac } from 'node:crypto'
import type { Delivery } from './deliveries.ts'
import { DELIVERY_WAITS_MS, payloadOf } from '#sandbox/stripe/objects/events.ts'
import type { DeliveryAttempt, StoredEvent } from '#sandbox/stripe/state/stored.ts'
import type { SandboxState } from '#sandbox/stripe/state/state.ts'

/** `Stripe-Signature` for a payload: `t=<seconds>,v1=<hex HMAC-SHA256 of "<t>.<payload>">`. */
export function signatureHeader(payload: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')
  return `t=${seconds},v1=${signature}`
}

/** How long a receiver may take to respond, as at Stripe. */
const ANSWER_WITHIN_MS = 10_000
/** Concurrent deliveries; the order is not guaranteed, as at Stripe. */
const IN_FLIGHT = 8

/** Delivers events to the product, with retries and increasing delays, also after a restart. */
export interface WebhookSender {
  /** Looks for due events. Cheap; call it after every change. */
  wake(): void
  /** Resends an event in a given way, whatever its state. False for an unknown one. */
  redeliver(eventId: string, how: Delivery): boolean
  /** Sends events sequentially, each after the response to the previous one. */
  sendInTurn(eventIds: readonly string[]): void
  setUrl(url: string | null): void
  url(): string | null
  /** Stops; deliveries in flight are aborted and resent at the next start. */
  stop(): Promise<void>
}

/**
 * Starts the sender. `realNow` stamps the signatures: the receiver compares them with its own clock, not with the
 * sandbox's, which may have been advanced. `commit` stores each outcome.
 */
export function startWebhooks(options: {
  state: SandboxState
  secret: string
  url: string | null
  realNow: () => Date
  commit: () => Promise<void>
}): WebhookSender {
  const { state, secret, realNow, commit } = options
  let url = options.url
  let stopped = false
  let timer: NodeJS.Timeout | null = null
  const stop = new AbortController()
  const inFlight = new Map<string, Promise<void>>()
  const byHand = new Set<Promise<void>>()

  const wake = () => {
    if (stopped || url === null) return
    if (timer !== null) clearTimeout(timer)
    timer = null
    const now = realNow().getTime()
    let soonest: number | null = null
    for (const [id, { delivery }] of Object.entries(state.events)) {
      if (delivery.next_at === null || inFlight.has(id)) continue
      if (delivery.next_at <= now) {
        if (inFlight.size < IN_FLIGHT) start(id, url)
      } else {
        soonest = Math.min(soonest ?? delivery.next_at, delivery.next_at)
      }
    }
    if (soonest !== null) timer = setTimeout(wake, Math.max(1, soonest - now))
  }

  const start = (id: string, to: string) => {
    const stored = state.events[id]
    if (stored === undefined) return
    const done = deliver(stored, to, null)
      .catch(() => undefined)
      .finally(() => {
        inFlight.delete(id)
        wake()
      })
    inFlight.set(id, done)
  }

  const deliver = async (stored: StoredEvent, to: string, how: Delivery | null) => {
    const payload = payloadOf(stored.event)
    const at = realNow()
    const stamp = new Date(at.getTime() + (how?.stampOffsetMs ?? 0))
    const attempt: DeliveryAttempt = {
      at: at.toISOString(),
      status: null,
      error: null,
      ...(how === null ? {} : { how: how.name }),
    }
    try {
      const response = await fetch(to, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signatureHeader(payload, secret + (how?.secretSuffix ?? ''), stamp),
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([stop.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      })
      await response.body?.cancel()
      attempt.status = response.status
    } catch (error) {
      if (stopped) return
      attempt.error = error instanceof Error ? error.message : String(error)
    }
    if (how === null || how.counts) settle(stored, attempt, realNow().getTime())
    else stored.delivery.attempts.push(attempt)
    await commit()
  }

  /** By hand: regardless of the schedule. Failures are recorded in the attempts. */
  const deliverByHand = async (stored: StoredEvent, how: Delivery | null) => {
    if (stopped || url === null) return
    const done = deliver(stored, url, how).catch(() => undefined)
    byHand.add(done)
    await done
    byHand.delete(done)
  }

  // After the rest of the start-up: a listener that opens in the same tick should receive it.
  setImmediate(wake)
  return {
    wake,
    redeliver(eventId, how) {
      const stored = state.events[eventId]
      if (stored === undefined) return false
      if (!how.counts) {
        void deliverByHand(stored, how)
        return true
      }
      stored.delivery.state = 'pending'
      stored.delivery.next_at = 0
      stored.delivery.tries_left = DELIVERY_WAITS_MS.length + 1
      wake()
      return true
    },
    sendInTurn(eventIds) {
      const sendAll = async () => {
        for (const id of eventIds) {
          const stored = state.events[id]
          if (stored === undefined || inFlight.has(id)) continue
          stored.delivery.next_at = null
          await deliverByHand(stored, null)
        }
      }
      void sendAll()
    },
    setUrl(next) {
      url = next
      wake()
    },
    url: () => url,
    async stop() {
      stopped = true
      if (timer !== null) clearTimeout(timer)
      stop.abort()
      await Promise.all([...inFlight.values(), ...byHand])
    },
  }
}

/** Records an attempt and when the next is due. Any 2xx is a delivery; everything else is retried. */
function settle(stored: StoredEvent, attempt: DeliveryAttempt, now: number): void {
  const { delivery } = stored
  delivery.attempts.push(attempt)
  delivery.tries_left -= 1
  const delivered = attempt.status !== null && attempt.status >= 200 && attempt.status < 300
  if (delivered) {
    delivery.state = 'delivered'
    delivery.next_at = null
    if (stored.event.object === 'event') stored.event.pending_webhooks = 0
    return
  }
  const wait = DELIVERY_WAITS_MS[DELIVERY_WAITS_MS.length - delivery.tries_left]
  if (delivery.tries_left <= 0 || wait === undefined) {
    delivery.state = 'given_up'
    delivery.next_at = null
    return
  }
  delivery.next_at = now + wait
}
