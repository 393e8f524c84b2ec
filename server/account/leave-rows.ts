import { DELETED_NAME } from '#contract/account.ts'
import type { ApplicationStatus } from '#contract/applications.ts'
import type { InvitationStatus } from '#contract/invitations.ts'
import { forgetAnswers } from '#server/checks/check-store.ts'
import { execute, maybeRow, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { moveInvitation } from '#server/invitations/invitation-moves.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { declineOrders } from '#server/orders/order-answer-service.ts'
import { forgetAddressesOf } from '#server/shipping/record/shipment-store.ts'

/**
 * Removes the person from the product's rows. What the other side of a deal needs stays. The person is locked
 * (`lockPerson`).
 */
export async function leaveRows(tx: Tx, id: string, now: Date): Promise<void> {
  await leaveProfile(tx, id)
  await leaveDeals(tx, id)
  await execute(tx, sql`delete from notifications where user_id = ${id}`)
  await execute(tx, sql`delete from notification_preferences where user_id = ${id}`)
  await execute(tx, sql`delete from push_subscriptions where user_id = ${id}`)
  await leaveReports(tx, id)
  await leaveOwnRecords(tx, id)
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

/** The profile's details, and cards. */
async function leaveProfile(tx: Tx, id: string): Promise<void> {
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
}

/** The provider deletes their cards too, through a job that commits with the deletion. */
async function leaveCards(tx: Tx, id: string): Promise<void> {
  const customer = await maybeRow<{ id: string }>(
    tx,
    sql`select stripe_customer_id as id from profiles where id = ${id} and stripe_customer_id is not null`,
  )
  if (customer !== null) await enqueue(tx, 'payment_methods.forget', { customer_id: customer.id })
}

/** A call without a response still lists the person. Whatever that call created is empty. */
const forgetCalls = (tx: Tx, id: string) =>
  execute(
    tx,
    sql`delete from provider_calls where subject = ${id} and purpose in ('customer', 'payout_account')`,
  )

/** What they wrote to others about work. */
async function leaveDeals(tx: Tx, id: string): Promise<void> {
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
}

/** Their reports stay with the operators, without a name. Decisions about them stay, without their words. */
async function leaveReports(tx: Tx, id: string): Promise<void> {
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
}

/** What they kept for themselves, and what was recorded about them. */
async function leaveOwnRecords(tx: Tx, id: string): Promise<void> {
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
}

const openInvitations = (tx: Tx, creatorId: string) =>
  rows<{ id: string }>(
    tx,
    sql`select id from project_invitations where creator_id = ${creatorId} and status = 'pending' order by id`,
  )
