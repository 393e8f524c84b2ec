import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { signedInGuesser } from '#server/auth/service/known-device.ts'
import { isOwnMailedCode } from '#server/auth/mailed-links/reauthentication.ts'
import type { GuessedSecret, Guesser } from '#server/auth/limits/rate-limits.ts'
import { emptyAccount } from '#server/auth/admin/user-directory.ts'
import { userById } from '#server/auth/records/user-store.ts'
import { maybeRow, rows, sql } from '#server/db/sql.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { closeAmendmentsOfCreator } from '#server/amendments/record/amendment-moves.ts'
import { endExtensionsOf } from '#server/licences/record/extension-moves.ts'
import { closeOffersOfCreator } from '#server/offers/record/offer-moves.ts'
import { cancelProject } from '#server/projects/cancel/project-cancel.ts'
import { lapseReview } from '#server/reputation/deal-review-moves.ts'
import { openReviewsOf } from '#server/reputation/deal-review-store.ts'
import { lockPerson, lockWaiting } from './deletion-locks.ts'
import { leaveRows } from './leave-rows.ts'

/** Proof that the signed-in person owns the account. */
interface Proof {
  password?: string | undefined
  code?: string | undefined
}

/**
 * Deletes an account: the person disappears from every row, while deals and the ledger stay. Refused without proof, and,
 * with the reason, while money is held, moving or disputed.
 */
export async function deleteAccount(
  deps: Deps,
  auth: AuthContext,
  viewer: Viewer,
  proof: Proof,
  now: Date,
): Promise<void> {
  const assertFree = () => inTransaction(deps.pool, (tx) => assertNoMoney(tx, viewer.id))
  // Checking a mailed code uses it up. Whoever holds the session can read about the money on its pages.
  if (secretOf(proof) === 'code') await assertFree()
  await assertProof(auth, viewer, proof, now)
  await assertFree()
  for (let tries = 0; tries < TRIES; tries += 1) {
    // Each cancellation notifies the project's applicants, as a click would.
    for (const { id } of await openProjects(deps, viewer.id)) await cancelProject(deps, viewer, id)
    if (await removePerson(deps, viewer, now)) return
  }
  throw new Error('dealings began as fast as an account ended them')
}

const secretOf = ({ code = '' }: Proof): GuessedSecret => (code === '' ? 'password' : 'code')

/**
 * An order can be placed, or a change proposed, between two statements of a deletion. The limit is our choice: the
 * deletion retries this often.
 */
const TRIES = 5

/** Returns false, with nothing deleted, if something began that must end first while this waited for its locks. */
async function removePerson(deps: Deps, viewer: Viewer, now: Date): Promise<boolean> {
  return inTransaction(deps.pool, async (tx) => {
    const held = await lockWaiting(tx, viewer.id)
    // This runs before the person's own row is locked, because an answer locks these rows first and refers to that row
    // afterwards.
    await endOpenDealings(tx, viewer.id, now)
    if (!(await lockPerson(tx, viewer.id, held, now))) return false
    await assertNoMoney(tx, viewer.id)
    await leaveRows(tx, viewer.id, now)
    await emptyAccount(tx, viewer.id, { deleted_at: now }, now)
    return true
  })
}

/**
 * Ends offers, changes and licence extensions they proposed or received, and reviews they have not written. Those they
 * wrote stay, without the name.
 */
async function endOpenDealings(tx: Tx, id: string, now: Date): Promise<void> {
  await closeOffersOfCreator(tx, id)
  await closeAmendmentsOfCreator(tx, id)
  await endExtensionsOf(tx, id, now)
  for (const review of await openReviewsOf(tx, id)) await lapseReview(tx, review)
}

async function assertProof(
  auth: AuthContext,
  viewer: Viewer,
  proof: Proof,
  now: Date,
): Promise<void> {
  const { password, code } = proof
  const secret = secretOf(proof)
  const guesser = signedInGuesser(auth, viewer.sessionId, viewer.email)
  await takeAttempt(auth, secret, guesser, now)
  const user = await userById(auth.pool, viewer.id)
  const isRight =
    secret === 'code'
      ? await isOwnMailedCode(auth, viewer, code ?? '', now)
      : user?.password_hash != null &&
        password !== undefined &&
        (await auth.passwords.matches(user.password_hash, password))
  if (!isRight) throw new AppError('account.proof_wrong')
  await auth.limits.attemptWasRight(secret, guesser)
}

/** The auth service's own rate limit, reported as this API's refusal. */
async function takeAttempt(
  auth: AuthContext,
  secret: GuessedSecret,
  guesser: Guesser,
  now: Date,
): Promise<void> {
  try {
    await auth.limits.attempt(secret, guesser, now)
  } catch (error) {
    const { retryAfter } = error as { retryAfter?: number }
    throw new AppError('request.too_many', { cause: error, retryAfter: retryAfter ?? 60 })
  }
}

/** An open payment page counts as moving: someone may be typing a card number into it. */
async function assertNoMoney(tx: Tx, id: string): Promise<void> {
  const found = await maybeRow<{ held: boolean; moving: boolean; disputed: boolean }>(
    tx,
    sql`select coalesce(bool_or(status = 'held_in_escrow' and moving is null), false) as held,
        coalesce(bool_or(moving is not null or (status = 'pending' and checkout_session_id is not null)), false)
          or exists (select from payouts join stripe_accounts using (stripe_account_id)
            where user_id = ${id} and payouts.status = 'on_its_way')
          or exists (select from money_ops join payments moved on moved.id = money_ops.payment_id
            where money_ops.state = 'intended' and ${id} in (moved.seller_id, moved.creator_id)) as moving,
        coalesce(bool_or(dispute_outcome = 'open' or deal_dispute_id is not null), false) as disputed
      from payments where ${id} in (seller_id, creator_id)`,
  )
  if (found?.disputed) throw new AppError('account.disputed')
  if (found?.moving) throw new AppError('account.money_moving')
  if (found?.held) throw new AppError('account.money_held')
}

const openProjects = (deps: Deps, id: string) =>
  rows<{ id: string }>(
    deps.pool,
    sql`select id from projects where seller_id = ${id} and status in ('draft', 'active', 'in_progress')
        -- One that only waits for its deals ends with them.
        and not (seats > 1 and status = 'in_progress')
        and not exists (select from payments where project_id = projects.id and status = 'released'
          and purpose <> 'extension')`,
  )
