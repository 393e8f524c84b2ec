import type { Answer } from '#contract/schemas.ts'
import { haveDeal, isApartFrom, notApartFrom, someoneIsApartFrom } from '#server/apart/apart.ts'
import type { Queryable } from '#server/db/pool.ts'
import { oneRow, raw, sql } from '#server/db/sql.ts'
import { ownMoneyBack } from '#server/payments/record/deal-money.ts'

/** SPEC §2: the numbers on a creator's cards, counted over what their lists show. */
export const creatorCounts = (db: Queryable, creatorId: string) =>
  oneRow<Answer<'dashboard.creator'>>(
    db,
    sql`select
        (select count(*) from applications where creator_id = ${creatorId})
          - case when ${someoneIsApartFrom(creatorId)} then
              (select count(*) from applications hidden join projects on projects.id = hidden.project_id
                where hidden.creator_id = ${creatorId} and hidden.status <> 'accepted'
                  and ${isApartFrom(raw('projects.seller_id'), creatorId)})
            else 0 end as applications,
        count(*) as deliverables,
        count(*) filter (where status = 'approved') as approved_deliverables
      from deliverables where creator_id = ${creatorId}`,
  )

/** SPEC §2: the numbers of a seller's summary panel. */
export const sellerCounts = (db: Queryable, sellerId: string) =>
  oneRow<Answer<'dashboard.seller'>>(
    db,
    sql`select
        count(*) filter (where status = 'draft') as draft_projects,
        count(*) filter (where status = 'active') as active_projects,
        (select count(*) from deliverables join projects on projects.id = deliverables.project_id
          where reviewer_id = ${sellerId} and deliverables.status = 'pending'
            and not ${ownMoneyBack}
            and (select bool_or(deal_disputes.status = 'decided') from deal_disputes
              where deal_disputes.project_id = projects.id) is not true) as pending_reviews
      from projects where seller_id = ${sellerId} and status in ('draft', 'active')`,
  )

/** The counts in the header's links: unread messages from others, invitations that can still be answered. */
export const navigationCounts = (db: Queryable, userId: string) =>
  oneRow<Answer<'navigation.counts'>>(
    db,
    sql`select
        (select count(*) from messages where recipient_id = ${userId} and read_at is null
          and (${notApartFrom(raw('sender_id'), userId)} or (select ${haveDeal(raw('conversations.project_id'), raw('conversations.creator_id'))}
            from conversations where conversations.id = messages.conversation_id))) as unread_messages,
        (select count(*) from project_invitations join projects on projects.id = project_invitations.project_id
          where project_invitations.creator_id = ${userId} and project_invitations.status = 'pending'
            and projects.status = 'active' and ${notApartFrom(raw('project_invitations.seller_id'), userId)})
          + (select count(*) from package_orders where creator_id = ${userId} and status = 'waiting'
              and ${notApartFrom(raw('package_orders.seller_id'), userId)}) as pending_invitations`,
  )
