import { COVERED_MESSAGE } from '#contract/conversation-words.ts'
import { MESSAGE_LIMITS } from '#contract/conversations.ts'
import type { PaymentStatus } from '#contract/payments.ts'
import type { Role } from '#contract/profiles.ts'
import type { ProjectStatus } from '#contract/projects.ts'
import { haveDeal, notApart, notApartFrom } from '#server/apart/apart.ts'
import { listPage, listPlace } from '#server/db/list-pages.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, raw, rows, sql } from '#server/db/sql.ts'
import { isPublic } from '#server/projects/project-store.ts'

/** A conversation as one of its two participants sees it, flat. */
export interface ConversationRow {
  id: string
  project_id: string
  seller_id: string
  creator_id: string
  updated_at: string
  project_title: string
  project_status: ProjectStatus
  order_id: string | null
  counterpart_id: string
  counterpart_name: string
  counterpart_role: Role
  counterpart_avatar_url: string | null
  counterpart_company_name: string | null
  counterpart_deleted: boolean
  last_content: string | null
  last_file_count: number | null
  last_sender_id: string | null
  last_created_at: string | null
  unread_count: number
  offered_application_id: string | null
  payment_status: PaymentStatus | null
}

const columns = raw(`select conversations.id, conversations.project_id, conversations.seller_id,
    conversations.creator_id, conversations.updated_at,
    projects.title as project_title, projects.status as project_status,
    (select package_orders.id from package_orders where package_orders.project_id = projects.id) as order_id,
    counterpart.id as counterpart_id, counterpart.name as counterpart_name, counterpart.role as counterpart_role,
    counterpart.avatar_url as counterpart_avatar_url, counterpart.company_name as counterpart_company_name,
    exists (select from auth.users where users.id = counterpart.id and deleted_at is not null) as counterpart_deleted,
    last.content as last_content, last.file_count as last_file_count, last.sender_id as last_sender_id, last.created_at as last_created_at,
    unread.count as unread_count,
    (select offers.application_id from applications join offers on offers.application_id = applications.id
      where applications.project_id = conversations.project_id and applications.creator_id = conversations.creator_id
        and applications.status = 'pending' and offers.status = 'open'
        and ($1 = conversations.creator_id or applications.reject_at is null)) as offered_application_id, payment.status as payment_status`)

/** In every statement that begins with this, `$1` is the viewer. */
const joins = raw(`join projects on projects.id = conversations.project_id
  join profiles counterpart on counterpart.id =
    case when conversations.seller_id = $1 then conversations.creator_id else conversations.seller_id end
  left join lateral (select case when covered_at is null or sender_id = $1 then left(content, ${MESSAGE_LIMITS.beginning})
      else '${COVERED_MESSAGE}' end as content,
    case when covered_at is null or sender_id = $1 then file_count else 0 end as file_count, sender_id, created_at from messages
    where messages.conversation_id = conversations.id order by seq desc limit 1) last on true
  cross join lateral (select count(*)::integer as count from messages
    where messages.conversation_id = conversations.id and recipient_id = $1 and read_at is null) unread
  left join lateral (select status from payments
    where payments.project_id = conversations.project_id and payments.creator_id = conversations.creator_id
      and purpose = 'deal' order by created_at desc limit 1) payment on true`)

/** What two people wrote about a deal of theirs stays visible to them. */
const aboutDeal = haveDeal(raw('conversations.project_id'), raw('conversations.creator_id'))

/** The condition that a conversation exists for its two people. */
const inReach = raw(
  `(${notApart(raw('conversations.seller_id'), raw('conversations.creator_id')).text} or ${aboutDeal.text})`,
)

/** Returns a page of a person's conversations, latest first. */
export const conversationsOf = (db: Queryable, viewerId: string, after: string | undefined) => {
  const { time, id } = listPlace('latest', after)
  return rows<ConversationRow>(
    db,
    // The two roles are two index scans; an `or` over both columns could not use an index.
    sql`${columns} from (
        (select * from conversations where seller_id = ${viewerId}
          and (${notApartFrom(raw('creator_id'), viewerId)} or ${aboutDeal})
          and (updated_at, id) < (${time}::timestamptz, ${id}::uuid)
          order by updated_at desc, id desc limit ${listPage})
        union all
        (select * from conversations where creator_id = ${viewerId} and seller_id <> creator_id
          and (${notApartFrom(raw('seller_id'), viewerId)} or ${aboutDeal})
          and (updated_at, id) < (${time}::timestamptz, ${id}::uuid)
          order by updated_at desc, id desc limit ${listPage})
        order by updated_at desc, id desc limit ${listPage}) conversations ${joins}
      order by conversations.updated_at desc, conversations.id desc`,
  )
}

/** Returns one conversation for its participant, or null for anyone else. */
export const conversationFor = (db: Queryable, viewerId: string, id: string) =>
  maybeRow<ConversationRow>(
    db,
    sql`${columns} from conversations ${joins}
      where ${viewerId} in (conversations.seller_id, conversations.creator_id) and conversations.id = ${id} and ${inReach}`,
  )

/** Returns the two people of a conversation, or null if it does not exist or `viewerId` is not one of them. */
export const participantsFor = (db: Queryable, viewerId: string, id: string) =>
  maybeRow<{ seller_id: string; creator_id: string; project_id: string }>(
    db,
    sql`select seller_id, creator_id, project_id from conversations
      where id = ${id} and ${viewerId} in (seller_id, creator_id) and ${inReach}`,
  )

/** The facts that decide whether two people may talk about a project. */
export interface TalkProject {
  seller_id: string
  status: ProjectStatus
  /** An operator has hidden it, or banned its seller. */
  hidden: boolean
  /** The creator applied, was invited, or sells the package that was ordered. */
  creator_involved: boolean
  conversation_id: string | null
}

const talkProjects = (creatorId: string, now: Date) =>
  sql`select projects.id as project_id, projects.seller_id, projects.status, not (${isPublic(now)}) as hidden,
      conversations.id as conversation_id,
      (exists (select 1 from applications
         where applications.project_id = projects.id and applications.creator_id = ${creatorId})
       or exists (select 1 from project_invitations invitations
         where invitations.project_id = projects.id and invitations.creator_id = ${creatorId})
       or exists (select 1 from package_orders orders
         where orders.project_id = projects.id and orders.creator_id = ${creatorId})) as creator_involved
    from projects
    left join conversations on conversations.project_id = projects.id
      and conversations.seller_id = projects.seller_id and conversations.creator_id = ${creatorId}`

/** A new conversation needs two people who are not apart; one about their deal already exists. */
const talkInReach = (creatorId: string) =>
  sql`(${notApartFrom(raw('projects.seller_id'), creatorId)} or exists (select from applications agreed
    where agreed.project_id = projects.id and agreed.creator_id = ${creatorId} and agreed.status = 'accepted'))`

export const talkProject = (db: Queryable, projectId: string, creatorId: string, now: Date) =>
  maybeRow<TalkProject>(
    db,
    sql`${talkProjects(creatorId, now)} where projects.id = ${projectId} and ${talkInReach(creatorId)}`,
  )

/**
 * Where the two talk about a project: if the project wants several and hired this creator, in the resulting deal;
 * otherwise in the project itself.
 */
export async function talksIn(
  db: Queryable,
  projectId: string,
  creatorId: string,
): Promise<string> {
  const deal = await maybeRow<{ project_id: string }>(
    db,
    sql`select project_id from applications where listing_id = ${projectId} and creator_id = ${creatorId}`,
  )
  return deal?.project_id ?? projectId
}

/**
 * Where a seller may write to this creator, if anywhere: the conversation of the two that changed last, or without one,
 * the seller's newest active project that this creator is involved in (`mayTalkAbout` and `mayBegin` in
 * conversation-policy.ts, as a condition).
 */
export const talkProjectOf = (db: Queryable, sellerId: string, creatorId: string) =>
  maybeRow<TalkProject & { project_id: string }>(
    db,
    // Filters by the pair first, then sorts: following either side's index would read all conversations of that side.
    // The creator's projects are read once, not looked up for each of the seller's.
    sql`with talks as materialized
        (select * from conversations where seller_id = ${sellerId} and creator_id = ${creatorId}),
      latest as materialized (select projects.id as project_id, projects.seller_id, projects.status, projects.hidden_at is not null as hidden,
          conversations.id as conversation_id, true as creator_involved
        from talks conversations join projects on projects.id = conversations.project_id
        where ${talkInReach(creatorId)} order by conversations.updated_at desc limit 1)
      select * from latest
      union all
      (select projects.id, projects.seller_id, projects.status, false, null, true from projects
        where not exists (select from latest)
          and projects.seller_id = ${sellerId} and projects.status = 'active' and projects.hidden_at is null
          and (projects.id in (select project_id from applications where creator_id = ${creatorId}
              union all select project_id from project_invitations where creator_id = ${creatorId})
            or exists (select from package_orders orders
              where orders.project_id = projects.id and orders.creator_id = ${creatorId}))
          and ${talkInReach(creatorId)}
        order by projects.created_at desc limit 1)`,
  )

/** The three ids that identify a conversation (decision P21). */
export interface ConversationParties {
  projectId: string
  sellerId: string
  creatorId: string
}

/**
 * Opens the conversation of a project, a seller and a creator, or returns the existing one, even under concurrent
 * requests.
 */
export async function ensureConversation(
  tx: Queryable,
  about: ConversationParties,
): Promise<{ id: string }> {
  await execute(
    tx,
    sql`insert into conversations (project_id, seller_id, creator_id)
      values (${about.projectId}, ${about.sellerId}, ${about.creatorId})
      on conflict on constraint conversations_one_per_pair do nothing`,
  )
  return oneRow<{ id: string }>(
    tx,
    sql`select id from conversations
      where project_id = ${about.projectId} and seller_id = ${about.sellerId} and creator_id = ${about.creatorId}`,
  )
}
