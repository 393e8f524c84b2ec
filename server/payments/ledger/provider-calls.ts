import { setTimeout } from 'node:timers/promises'
import type { Deps } from '#server/deps/deps.ts'
import { execute, maybeRow, oneRow, sql } from '#server/db/sql.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import { keepOwnProfile, lockOwnProfile } from '#server/own-profile/own-profile.ts'
import { PaymentProviderError } from '#server/providers/stripe/provider-failure.ts'
import {
  type KeyedRequest,
  type ProviderRequest,
  requestHash,
  requestKey,
} from '#server/providers/stripe/provider-request.ts'
import { KEY_LIFE_HOURS } from './money-ops.ts'
import { noLongerRefused, reportRefusal } from './provider-refusals.ts'

/**
 * Calls that create something at the provider but move no money: a customer, a payout account. As with money, the
 * request and its key are stored before the call, and while the outcome is unknown every click sends the stored
 * request. So a lost response followed by a new name or address still results in one object. After a definitive
 * refusal, or once the key may be forgotten, the next click is a new call with current values; an object that was
 * created without our knowledge before that is empty and never receives anything.
 */

interface CallId {
  purpose: 'customer' | 'payout_account' | 'dispute_evidence'
  /** The subject: concurrent clicks for one subject all make the same call. */
  subject: string
}

/** The operator who requested a call, and why; stored with it. */
interface Asker {
  askedBy: string
  why: string
}

interface Call extends CallId, Partial<Asker> {
  request: ProviderRequest
  /** The provider does this at most once for the subject: after a success there is no further call. */
  atMostOnce?: boolean
  /**
   * Whether what the call would create already exists: checked after the call is stored, so that a click that settled
   * meanwhile is not missed.
   */
  isDone?: (tx: Tx) => Promise<boolean>
}

/** Rolls back a stored call that turned out not to be needed. */
class NotNeeded extends Error {}

/**
 * Makes the call, or joins the one under way. `keep` stores what was created, together with the outcome. Returns false,
 * with nothing sent, when a call that is made at most once has already succeeded, or when `isDone` holds. Throws
 * PaymentProviderError as `send` does, and request.unauthenticated for a person whose account was deleted meanwhile.
 */
export async function callOnce(
  deps: Deps,
  call: Call,
  send: (call: KeyedRequest) => Promise<string>,
  keep: (tx: Tx, providerId: string) => Promise<void>,
): Promise<boolean> {
  const begin = () =>
    inTransaction(deps.pool, async (tx) => {
      if (isForPerson(call)) await keepOwnProfile(tx, call.subject)
      const intended = await intend(tx, deps, call)
      if (await isNotNeeded(tx, call)) throw new NotNeeded()
      return intended
    })
  const stored = await numbered(begin).catch((error: unknown) => {
    if (error instanceof NotNeeded) return null
    throw error
  })
  if (stored === null) return false
  const name = `${call.purpose}:${call.subject}`
  let providerId: string
  try {
    providerId = await sendInTurn(stored, send)
  } catch (error) {
    if (error instanceof PaymentProviderError && (error.definitive || error.kept))
      await settle(deps.pool, stored, { state: 'failed', failure: error.reason }, deps.clock())
    await reportRefusal(error, deps.pool, deps, { name, paymentId: null })
    throw error
  }
  await inTransaction(deps.pool, async (tx) => {
    // Storing a customer changes a key of the profile, and two clicks that shared its lock would deadlock.
    if (isForPerson(call)) await lockOwnProfile(tx, call.subject)
    await keep(tx, providerId)
    await settle(tx, stored, { state: 'succeeded', providerId }, deps.clock())
    await noLongerRefused(tx, name)
  })
  return true
}

/**
 * Whether the subject is a person, whom the request names: their profile is locked before the call, as a deletion does,
 * which removes calls. Nothing is stored afterwards.
 */
const isForPerson = ({ purpose }: CallId): boolean => purpose !== 'dispute_evidence'

/**
 * Stores a call. If another click stores or settles a call between counting and inserting, the number may be taken:
 * then it counts again, and joins that call or takes the next number. With many clicks this can happen repeatedly.
 */
async function numbered<T>(begin: () => Promise<T>): Promise<T> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await begin()
    } catch (error) {
      if ((error as { code?: unknown }).code !== '23505' || turn === TURNS.most) throw error
    }
  }
}

/** How often, and after how many ms, a call is retried while the provider is still processing another click's. */
const TURNS = { most: 10, waitMs: 200 } as const

/**
 * The provider refuses a key while it processes it for another click; afterwards it gives both clicks the same
 * response.
 */
async function sendInTurn(
  call: KeyedRequest,
  send: (call: KeyedRequest) => Promise<string>,
): Promise<string> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await send(call)
    } catch (error) {
      const isTaken = error instanceof PaymentProviderError && error.code === IN_USE
      if (!isTaken || turn === TURNS.most) throw error
      await setTimeout(TURNS.waitMs)
    }
  }
}

const IN_USE = 'idempotency_key_in_use'

/** Returns the request of a subject's pending call while its key is still valid; null if there is none. */
export async function callUnderWay(deps: Deps, { purpose, subject }: CallId) {
  const found = await maybeRow<{ request: ProviderRequest }>(
    deps.pool,
    sql`select request from provider_calls where purpose = ${purpose} and subject = ${subject}
      and state = 'intended' and created_at >= ${keysForgottenBefore(deps)}`,
  )
  return found?.request ?? null
}

const keysForgottenBefore = (deps: Deps) =>
  new Date(deps.clock().getTime() - KEY_LIFE_HOURS * 3_600_000)

/**
 * Checked after the call is stored: the insert waits for a call that is just being settled, which an earlier read may
 * have counted as pending.
 */
async function isNotNeeded(tx: Tx, { purpose, subject, atMostOnce, isDone }: Call) {
  if (atMostOnce !== true) return (await isDone?.(tx)) === true
  const succeeded = await maybeRow(
    tx,
    sql`select 1 from provider_calls
      where purpose = ${purpose} and subject = ${subject} and state = 'succeeded' limit 1`,
  )
  return succeeded !== null
}

/** Returns the subject's pending call, or a new one. */
async function intend(tx: Tx, deps: Deps, call: Call): Promise<KeyedRequest> {
  const { purpose, subject, request, askedBy = null, why = null } = call
  await execute(
    tx,
    sql`update provider_calls set state = 'failed', failure = 'never answered', settled_at = ${deps.clock()}, request = null
      where purpose = ${purpose} and subject = ${subject} and state = 'intended' and created_at < ${keysForgottenBefore(deps)}`,
  )
  const { earlier } = await oneRow<{ earlier: number }>(
    tx,
    sql`select count(*)::int as earlier from provider_calls
      where purpose = ${purpose} and subject = ${subject} and state <> 'intended'`,
  )
  const key = requestKey(`${purpose}:${subject}:${earlier + 1}`, request)
  const underWay = await maybeRow<KeyedRequest>(
    tx,
    sql`insert into provider_calls (purpose, subject, idempotency_key, params_hash, request, asked_by, why, created_at)
      values (${purpose}, ${subject}, ${key}, ${requestHash(request)}, ${JSON.stringify(request)}, ${askedBy}, ${why}, ${deps.clock()})
      on conflict (purpose, subject) where state = 'intended' do update set purpose = excluded.purpose
      returning idempotency_key as "idempotencyKey", request`,
  )
  if (underWay === null) throw new Error(`${key} was not stored`)
  return underWay
}

async function settle(
  db: Parameters<typeof execute>[0],
  { idempotencyKey }: KeyedRequest,
  outcome: { state: 'succeeded'; providerId: string } | { state: 'failed'; failure: string },
  now: Date,
): Promise<void> {
  await execute(
    db,
    sql`update provider_calls set state = ${outcome.state}, settled_at = ${now}, request = null,
        provider_id = ${outcome.state === 'succeeded' ? outcome.providerId : null},
        failure = ${outcome.state === 'failed' ? outcome.failure : null}
      where idempotency_key = ${idempotencyKey} and state = 'intended'`,
  )
}
