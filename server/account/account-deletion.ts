import { DELETED_NAME } from '#contract/account.ts'
import type { ApplicationStatus } from '#contract/applications.ts'
import type { InvitationStatus } from '#contract/invitations.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { signedInGuesser } from '#server/auth/service/known-device.ts'
import { isOwnMailedCode } from '#server/auth/mailed-links/reauthentication.ts'
import type { GuessedSecret, Guesser } from '#server/auth/limits/rate-limits.ts'
import { emptyAccount, lockAnyUser } from '#server/auth/admin/user-directory.ts'
import { userById } from '#server/auth/records/user-store.ts'
import { forgetAnswers } from '#server/checks/check-store.ts'
import { execute, maybeRow, rows, sql } from '#server/db/sql.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { moveInvitation } from '#server/invitations/invitation-moves.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { declineOrders, lockWaitingOrders } from '#server/orders/order-answer-service.ts'
import { otherWaitingProjectsOf } from '#server/orders/record/order-store.ts'
import { closeAmendmentsOfCreator } from '#server/amendments/record/amendment-moves.ts'
import { closeOffersOfCreator } from '#server/offers/record/offer-moves.ts'
import { cancelProject } from '#server/projects/cancel/project-cancel.ts'
import { lapseReview } from '#server/reputation/deal-review-moves.ts'
import { forgetAddressesOf } from '#server/shipping/record/shipment-store.ts'
import { openReviewsOf } from '#server/reputation/deal-review-store.ts'

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
  throw new Error('orders were placed as fast as an account ended them')
}

const secretOf = ({ code = '' }: Proof): GuessedSecret => (code === '' ? 'password' : 'code')

/**
 * An order can be placed between two statements of a deletion. The limit is our choice: the deletion retries this
 * often.
 */
const TRIES = 5

/** Returns false, with nothing deleted, if an order was placed while this waited for its locks. */
async function removePerson(deps: Deps, viewer: Viewer, now: Date): Promise<boolean> {
  return inTransaction(deps.pool, async (tx) => {
    await lockAnswers(tx, viewer.id)
    // Projects are locked before people, because accepting an order locks its project and then refers to both sides.
    const held = await lockWaitingOrders(tx, viewer.id)
    // This runs before the person's own row is locked, because an answer locks these rows first and refers to that row
    // afterwards.
    await endOpenDealings(tx, viewer.id)
    await lockDecisions(tx, viewer.id)
    // From now on, any transaction that would refer to the person waits for this lock, and then finds no one.
    await execute(tx, sql`select id from profiles where id = ${viewer.id} for update`)
    // Such an order's project would be locked after the person, while an answer to the order holds the project and
    // waits for the person.
    if ((await otherWaitingProjectsOf(tx, viewer.id, held)).length > 0) return false
    await assertNoMoney(tx, viewer.id)
    // Repeated for whatever began before the lock was held.
    await endOpenDealings(tx, viewer.id)
    await leaveRows(tx, viewer.id, now)
    await emptyAccount(tx, viewer.id, { deleted_at: now }, now)
    return true
  })
}

/**
 * Locks what others answer: invitations, and then the projects that someone applied to or that were posted for them, in
 * the order of an answer. An answer holds these locks when it refers to the person, so a deletion that held the person
 * first would deadlock with it.
 */
async function lockAnswers(tx: Tx, id: string): Promise<void> {
  await execute(
    tx,
    sql`select from project_invitations where creator_id = ${id} and status = 'pending' order by id for no key update`,
  )
  await execute(
    tx,
    sql`select from projects where to_invite = ${id}
        or id in (select project_id from applications where creator_id = ${id} and status = 'pending')
      order by id for no key update`,
  )
}

/**
 * Locks reports by and about the person, decisions about them, and their account, in this order: operators' acts and
 * appeals hold these locks when they refer to the person, so a deletion that held the person first would deadlock with
 * them.
 */
async function lockDecisions(tx: Tx, id: string): Promise<void> {
  await execute(
    tx,
    sql`select from reports where reporter_id = ${id} or person_id = ${id} order by number for update`,
  )
  await execute(tx, sql`select from sanctions where person_id = ${id} order by number for update`)
  await lockAnyUser(tx, id)
}

/**
 * Ends offers and changes they proposed or received, and reviews they have not written. Those they wrote stay, without
 * the name.
 */
async function endOpenDealings(tx: Tx, id: string): Promise<void> {
  await closeOffersOfCreator(tx, id)
  await closeAmendmentsOfCreator(tx, id)
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

const openInvitations = (tx: Tx, creatorId: string) =>
  rows<{ id: string }>(
    tx,
    sql`select id from project_invitations where creator_id = ${creatorId} and status = 'pending' order by id`,
  )

/** A call without a response still lists the person. Whatever that call created is empty. */
const forgetCalls = (tx: Tx, id: string) =>
  execute(
    tx,
    sql`delete from provider_calls where subject = ${id} and purpose in ('customer', 'payout_account')`,
  )

/** The provider deletes their cards too, through a job that commits with the deletion. */
async function leaveCards(tx: Tx, id: string): Promise<void> {
  const customer = await maybeRow<{ id: string }>(
    tx,
    sql`select stripe_customer_id as id from profiles where id = ${id} and stripe_customer_id is not null`,
  )
  if (customer !== null) await enqueue(tx, 'payment_methods.forget', { customer_id: customer.id })
}

/** Removes the person from the product's rows. What the other side of a deal needs stays. */
async function leaveRows(tx: Tx, id: string, now: Date): Promise<void> {
  await leaveCards(tx, id)
  await forgetCalls(tx, id)
  await execute(
    tx,
    sql`delete from customer_payment_methods where stripe_customer_id =
    (select stripe_customer_id from profiles where id = ${id})`,
  )
  await execute(
    tx,
    // Finished deals keep the name as it was (decision P31).
    sql`update profiles set industry = null, brand_description = null, avatar_url = null, niches = '{}',
      stripe_customer_id = null, greeted_at = null, first_steps_dismissed_at = null,
      name = case when dealt.ever then name else ${DELETED_NAME} end,
      company_name = case when dealt.ever then company_name end
    from (select exists (select from payments where ${id} in (seller_id, creator_id)) as ever) dealt
    where profiles.id = ${id}`,
  )
  await execute(tx, sql`delete from packages where creator_id = ${id}`)
  // Clears their texts in orders that led to no deal. Accepted orders are deals of the other side, too.
  await execute(
    tx,
    sql`update package_orders set words = '', links = '{}', question = null, payment_method_id = null
      where seller_id = ${id} and status in ('declined', 'lapsed', 'cancelled')`,
  )
  // The same for every application but a deal's: one that still waits cannot lead to a deal any more.
  await execute(
    tx,
    sql`update applications set message = '' where creator_id = ${id} and status <> ${'accepted' satisfies ApplicationStatus}`,
  )
  await execute(
    tx,
    sql`update project_invitations set message = '' where seller_id = ${id} and status = ${'declined' satisfies InvitationStatus}`,
  )
  // No one applied, so no one has a deal that must be kept. Creators hired for a project of several applied to the
  // project that their deal was split off.
  await execute(
    tx,
    sql`update projects set product_images = '{}' where seller_id = ${id}
    and not exists (select from applications where project_id = projects.id or listing_id = projects.id)`,
  )
  await execute(tx, sql`update projects set to_invite = null where to_invite = ${id}`)
  // Deletes drafts. Sent notes belong to the deal and stay under the name that is left.
  await execute(tx, sql`delete from review_notes where author_id = ${id} and number is null`)
  await forgetAnswers(tx, id)
  await execute(tx, sql`delete from review_guest_links where created_by = ${id}`)
  await execute(tx, sql`delete from notifications where user_id = ${id}`)
  await execute(tx, sql`delete from notification_preferences where user_id = ${id}`)
  await execute(tx, sql`delete from push_subscriptions where user_id = ${id}`)
  // What they reported stays with the operators, without a name. What was decided about them stays, without their
  // words.
  await execute(tx, sql`update reports set reporter_id = null where reporter_id = ${id}`)
  await execute(
    tx,
    sql`update reports set seen = '' where person_id = ${id} and subject in ('profile', 'picture')`,
  )
  // A waiting appeal is withdrawn with the account, because no one is left to notify.
  await execute(
    tx,
    sql`update sanctions set taken = null,
      seen = case when subject in ('profile', 'picture') then '' else seen end,
      appeal_status = case appeal_status when 'open' then 'none' else appeal_status end,
      appealed_at = case appeal_status when 'open' then null else appealed_at end,
      appeal = case when appeal_status in ('upheld', 'reversed') then '–' end
    where person_id = ${id}`,
  )
  await execute(tx, sql`delete from brief_templates where seller_id = ${id}`)
  await execute(tx, sql`delete from saved_searches where user_id = ${id}`)
  // The contents of existing documents stay as they are.
  await execute(tx, sql`delete from tax_profiles where user_id = ${id}`)
  await execute(tx, sql`delete from track_records where profile_id = ${id}`)
  // Their links stay as they were found. Otherwise deleting one side would make a ring's deals count.
  await execute(tx, sql`delete from account_marks where profile_id = ${id}`)
  await execute(tx, sql`delete from account_log where profile_id = ${id}`)
  await execute(tx, sql`delete from former_addresses where profile_id = ${id}`)
  await forgetAddressesOf(tx, id)
  await execute(tx, sql`delete from blocks where ${id} in (blocker_id, blocked_id)`)
  await execute(tx, sql`delete from saved_creators where ${id} in (seller_id, creator_id)`)
  await execute(tx, sql`delete from listed_creators where creator_id = ${id}`)
  await execute(tx, sql`delete from creator_lists where seller_id = ${id}`)
  await execute(tx, sql`delete from page_presence where user_id = ${id}`)
  await declineOrders(tx, id, now)
  // Runs after the name is removed, because notices to their sellers use what remains of it.
  for (const invitation of await openInvitations(tx, id))
    await moveInvitation(tx, { id: invitation.id, move: 'decline', actorId: id, now })
  // The hourly clean-up removes files that no deal refers to, after checking again under its own lock.
  await execute(
    tx,
    sql`update files set unused_since = ${now}::timestamptz - interval '2 days'
    where owner_id = ${id}`,
  )
}
