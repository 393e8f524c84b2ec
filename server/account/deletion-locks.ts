import { amendmentTransitions } from '#contract/amendments.ts'
import { offerTransitions } from '#contract/offers.ts'
import { execute, maybeRow, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { lockAnyUser } from '#server/auth/admin/user-directory.ts'
import { lockWaitingOrders } from '#server/orders/order-answer-service.ts'
import { otherWaitingProjectsOf } from '#server/orders/record/order-store.ts'

/**
 * The locks of a deletion. Whoever answers or decides something locks its row first, and the person's row when they
 * refer to it. A deletion that held the person first would deadlock with them, so it takes the same locks in the same
 * order: invitations, projects, the projects of orders, then whatever its caller ends (offers, amendments, licences,
 * reviews), reports, decisions, the account, and last the person.
 */

/**
 * Locks what waits for an answer: of the person, or of someone they asked. Returns the projects of the orders, for
 * `lockPerson`.
 */
export async function lockWaiting(tx: Tx, id: string): Promise<string[]> {
  await lockAnswers(tx, id)
  // Projects are locked before people, because accepting an order locks its project and then refers to both sides.
  return lockWaitingOrders(tx, id)
}

/**
 * Locks what operators decide about the person, and then the person. `held`: the projects that `lockWaiting` locked.
 * Returns false if an order was placed since then, or something opened after the caller ended what was open: end the
 * transaction and start again.
 */
export async function lockPerson(
  tx: Tx,
  id: string,
  held: readonly string[],
  now: Date,
): Promise<boolean> {
  await lockDecisions(tx, id)
  // From now on, any transaction that would refer to the person waits for this lock, and then finds no one.
  await execute(tx, sql`select id from profiles where id = ${id} for update`)
  // Such a row would be locked after the person, while an answer holds it and waits for the person: an order's answer
  // holds its project, one to an extension its licence.
  return (
    (await otherWaitingProjectsOf(tx, id, held)).length === 0 &&
    !(await hasOpenDealings(tx, id, now))
  )
}

/** Whether an offer, a change, an extension or a review is open that a deletion ends. */
const hasOpenDealings = async (tx: Tx, id: string, now: Date): Promise<boolean> =>
  (await maybeRow(
    tx,
    sql`select from applications where creator_id = ${id} and (
        exists (select from offers where application_id = applications.id and status = any(${offerTransitions.close.from}))
        or exists (select from amendments
          where application_id = applications.id and status = any(${amendmentTransitions.close.from})))
      union all
      select from deal_reviews where author_id = ${id} and status = 'open'
      union all
      -- What has expired is left to the clock.
      select from licence_extensions join licences on licences.id = licence_id
        join applications on applications.id = licences.application_id join projects on projects.id = licences.project_id
        where licence_extensions.status in ('proposed', 'agreed') and expires_at > ${now}
          and ${id} in (seller_id, applications.creator_id)
      limit 1`,
  )) !== null

/** Invitations, and then the projects that the person applied to or that were posted for them, as an answer does. */
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

/** Reports by and about the person, decisions about them, and their account, as operators' acts and appeals do. */
async function lockDecisions(tx: Tx, id: string): Promise<void> {
  await execute(
    tx,
    sql`select from reports where reporter_id = ${id} or person_id = ${id} order by number for update`,
  )
  await execute(tx, sql`select from sanctions where person_id = ${id} order by number for update`)
  await lockAnyUser(tx, id)
}
