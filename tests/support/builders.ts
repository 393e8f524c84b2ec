import { newBrief } from '#contract/brief-schemas.ts'
import type { Brief } from '#contract/briefs.ts'
import { briefHash } from '#server/briefs/brief-hash.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Bucket } from '#contract/uploads.ts'
import type { Pool, Queryable } from '#server/db/pool.ts'
import { execute, maybeRow, oneRow, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { openPair } from '#server/reputation/deal-review-moves.ts'

/** The address of the one operator of a test's market. */
export const OPERATOR_EMAIL = 'operator@cartwright.example'

/** Valid worlds from nothing: each builder creates what it needs; overrides name only what a test is about. */

export interface BuiltUser {
  id: string
  name: string
  email: string
  role: 'creator' | 'seller'
}

async function buildUser(
  db: Queryable,
  role: 'creator' | 'seller',
  name: string,
  address?: string,
): Promise<BuiltUser> {
  const id = randomUUID()
  const email =
    address ??
    `${name.toLowerCase().replace(/[^a-z]+/g, '.')}.${id.replaceAll('-', '')}@example.com`
  await execute(
    db,
    sql`insert into auth.users (id, email, email_confirmed_at) values (${id}, ${email}, now())`,
  )
  await execute(
    db,
    sql`insert into profiles (id, name, email, role, company_name)
      values (${id}, ${name}, ${email}, ${role}, ${role === 'seller' ? `${name} Goods` : null})`,
  )
  return { id, name, email, role }
}

export const buildSeller = (db: Queryable, name = 'Ellen Harrow', address?: string) =>
  buildUser(db, 'seller', name, address)

/** The operator of a test's market, who also sells here: the same one every time. */
export async function buildOperator(db: Queryable): Promise<BuiltUser> {
  const known = await maybeRow<BuiltUser>(
    db,
    sql`select id, name, email, role from profiles where email = ${OPERATOR_EMAIL}`,
  )
  return known ?? buildUser(db, 'seller', 'Olive Opperman', OPERATOR_EMAIL)
}

/** A creator; `payoutReady` (the default) has finished onboarding and may apply. */
export async function buildCreator(
  db: Queryable,
  { name = 'Maya Okafor', payoutReady = true }: { name?: string; payoutReady?: boolean } = {},
): Promise<BuiltUser> {
  const creator = await buildUser(db, 'creator', name)
  if (payoutReady) {
    await execute(
      db,
      sql`insert into stripe_accounts (user_id, stripe_account_id, onboarding_complete)
        values (${creator.id}, ${`acct_${creator.id.slice(0, 8)}`}, true)`,
    )
  }
  return creator
}

export interface BuiltProject {
  id: string
  seller_id: string
  title: string
  status: string
}

export async function buildProject(
  db: Queryable,
  overrides: {
    seller?: BuiltUser
    title?: string
    description?: string
    status?: string
    budgetCents?: number
    category?: string
    /** 'YYYY-MM-DD'; in thirty days unless said otherwise. */
    deadline?: string
  } = {},
): Promise<BuiltProject & { seller: BuiltUser }> {
  const seller = overrides.seller ?? (await buildSeller(db))
  const project = await oneRow<BuiltProject>(
    db,
    sql`insert into projects (seller_id, title, description, category, budget, deadline, status)
      values (${seller.id}, ${overrides.title ?? 'Three unboxing reels'},
        ${overrides.description ?? 'Three vertical videos, 20 to 40 seconds.'}, ${overrides.category ?? 'home'},
        ${overrides.budgetCents ?? 60_000}, coalesce(${overrides.deadline ?? null}::date, current_date + 30),
        ${overrides.status ?? 'active'})
      returning id, seller_id, title, status`,
  )
  return { ...project, seller }
}

export interface BuiltApplication {
  id: string
  project_id: string
  creator_id: string
  status: string
}

export async function buildApplication(
  db: Queryable,
  overrides: {
    project?: BuiltProject
    creator?: BuiltUser
    priceCents?: number
    status?: string
  } = {},
): Promise<BuiltApplication & { creator: BuiltUser }> {
  const project = overrides.project ?? (await buildProject(db))
  const creator = overrides.creator ?? (await buildCreator(db))
  const application = await oneRow<BuiltApplication>(
    db,
    sql`insert into applications (project_id, creator_id, message, proposed_price, status)
      values (${project.id}, ${creator.id}, 'I film in a north-facing kitchen.', ${overrides.priceCents ?? 54_000},
        ${overrides.status ?? 'pending'})
      returning id, project_id, creator_id, status`,
  )
  return { ...application, creator }
}

/** An open amendment of a deal: another date; it expires in three days. */
export async function buildAmendment(
  db: Queryable,
  overrides: {
    application: { id: string }
    by?: 'seller' | 'creator'
    deliverBy?: string
    status?: string
    expiresAt?: Date
  },
): Promise<{ id: string }> {
  const { application, by = 'seller', status = 'proposed', expiresAt } = overrides
  const isExtra = ['unpaid', 'lapsed', 'called_off'].includes(status)
  const isAnswered = isExtra || ['accepted', 'declined', 'withdrawn'].includes(status)
  return oneRow<{ id: string }>(
    db,
    sql`insert into amendments (id, application_id, number, by, deliver_by, against_deliver_by, status, created_at,
        expires_at, answered_at, price, against_price, extra, pay_by)
      select ${randomUUID()}, applications.id,
        1 + (select count(*) from amendments earlier where earlier.application_id = applications.id), ${by},
        ${overrides.deliverBy ?? '2999-03-01'}, deadline, ${status},
        coalesce(${expiresAt ?? null}, now()) - interval '72 hours' * ${expiresAt === undefined ? 0 : 1},
        coalesce(${expiresAt ?? null}, now() + interval '72 hours'), ${isAnswered ? new Date() : null},
        case when ${isExtra} then proposed_price + 6000 end, case when ${isExtra} then proposed_price end,
        case when ${isExtra} then 6000 end, case when ${isExtra} then now() + interval '72 hours' end
      from applications join projects on projects.id = applications.project_id
      where applications.id = ${application.id} returning id`,
  )
}

/** An open offer on an application, against its price and date; it expires in three days. */
export async function buildOffer(
  db: Queryable,
  overrides: {
    application: { id: string }
    by?: 'seller' | 'creator'
    priceCents?: number
    deliverBy?: string
    rounds?: number
    hireAtOnce?: boolean
    status?: string
    expiresAt?: Date
  },
): Promise<{ id: string }> {
  const { application, by = 'seller', status = 'open', expiresAt } = overrides
  const isAnswered = ['accepted', 'declined', 'withdrawn'].includes(status)
  return oneRow<{ id: string }>(
    db,
    sql`insert into offers (id, application_id, number, by, price, deliver_by, rounds, hire_at_once, against_price,
        against_deliver_by, against_rounds, status, created_at, expires_at, answered_at)
      select ${randomUUID()}, applications.id,
        1 + (select count(*) from offers earlier where earlier.application_id = applications.id), ${by},
        ${overrides.priceCents ?? 48_000}, coalesce(${overrides.deliverBy ?? null}::date, deadline),
        ${overrides.rounds ?? 1}, ${overrides.hireAtOnce ?? true}, proposed_price, deadline, 2, ${status},
        coalesce(${expiresAt ?? null}, now()) - interval '72 hours' * ${expiresAt === undefined ? 0 : 1},
        coalesce(${expiresAt ?? null}, now() + interval '72 hours'), ${isAnswered ? new Date() : null}
      from applications join projects on projects.id = applications.project_id
      where applications.id = ${application.id} returning id`,
  )
}

const ONE_REEL = { items: [{ id: 'reel', what: 'video', count: 1, ratio: '9:16' }] }

/** Version 1 of a project's brief: one upright video. */
export async function buildBrief(
  db: Queryable,
  projectId: string,
  written: object = ONE_REEL,
): Promise<Brief> {
  const brief = newBrief.parse(written)
  await oneRow(
    db,
    sql`with stored as (
        insert into project_briefs (project_id, version, brief, hash, created_at)
        values (${projectId}, 1, ${JSON.stringify(brief)}::jsonb, ${briefHash(brief)}, now()) returning project_id)
      update projects set brief_version = 1 from stored where id = project_id returning id`,
  )
  return brief
}

/** The brief that an accepted application was agreed on. */
export async function buildAgreedBrief(
  db: Queryable,
  application: { id: string; project_id: string },
  written?: object,
): Promise<Brief> {
  const brief = await buildBrief(db, application.project_id, written)
  await execute(db, sql`update applications set brief_version = 1 where id = ${application.id}`)
  return brief
}

/** The checks of a brief for a waiting delivery: none is answered. */
export const buildChecks = (db: Queryable, deliverable: { id: string }, brief: Brief) =>
  execute(
    db,
    sql`with checked as (update deliverables set brief_version = 1 where id = ${deliverable.id} returning id)
      insert into deliverable_checks (deliverable_id, check_id, ticked)
      select checked.id, check_id, true from checked, unnest(${brief.checks.map(({ id }) => id)}::text[]) check_id`,
  )

/** A running deal: project in progress, one accepted application, the conversation. */
export async function buildDeal(
  db: Queryable,
  { deadline, ...overrides }: { priceCents?: number; deadline?: string } = {},
) {
  const project = await buildProject(db, { status: 'in_progress', ...(deadline && { deadline }) })
  const creator = await buildCreator(db)
  const application = await buildApplication(db, {
    project,
    creator,
    status: 'accepted',
    ...overrides,
  })
  const conversation = await oneRow<{ id: string }>(
    db,
    sql`insert into conversations (project_id, seller_id, creator_id)
      values (${project.id}, ${project.seller.id}, ${creator.id}) returning id`,
  )
  return { project, seller: project.seller, creator, application, conversation }
}

/** A finished upload's row (no bytes behind it). `url` is the address of a public one. */
export async function buildFile(
  db: Queryable,
  overrides: { owner: BuiltUser; bucket?: Bucket; project?: { id: string } },
): Promise<{ id: string; url: string }> {
  const id = randomUUID()
  const bucket = overrides.bucket ?? 'product-images'
  const path = `${bucket}/${overrides.owner.id}/${id}.webp`
  await execute(
    db,
    sql`insert into files (id, bucket, owner_id, project_id, path, file_name, file_type, size)
      values (${id}, ${bucket}, ${overrides.owner.id}, ${overrides.project?.id ?? null}, ${path}, 'lamp.webp',
        'image/webp', 1024)`,
  )
  // A delivery can be viewed from the start, so its review begins with it.
  if (bucket === 'deliverable-files')
    await execute(
      db,
      sql`update files set renditions = '{marked.webp}', mark = 'PREVIEW', prepared_at = now() where id = ${id}`,
    )
  return { id, url: `/storage/public/${path}` }
}

export interface BuiltInvitation {
  id: string
  project_id: string
  creator_id: string
  status: string
}

export async function buildInvitation(
  db: Queryable,
  overrides: { project?: BuiltProject; creator?: BuiltUser; status?: string } = {},
): Promise<BuiltInvitation & { creator: BuiltUser }> {
  const project = overrides.project ?? (await buildProject(db))
  const creator = overrides.creator ?? (await buildCreator(db))
  const invitation = await oneRow<BuiltInvitation>(
    db,
    sql`insert into project_invitations (project_id, creator_id, seller_id, message, status)
      values (${project.id}, ${creator.id}, ${project.seller_id}, 'Your kitchen light would suit us.',
        ${overrides.status ?? 'pending'})
      returning id, project_id, creator_id, status`,
  )
  return { ...invitation, creator }
}

/** A delivery of a deal's creator, pending unless said otherwise. */
export async function buildDeliverable(
  db: Queryable,
  overrides: {
    application: BuiltApplication & { creator: BuiltUser }
    status?: 'pending' | 'approved'
    version?: number
  },
): Promise<{ id: string }> {
  const { application, status = 'pending', version = 1 } = overrides
  const project = { id: application.project_id }
  const file = await buildFile(db, {
    owner: application.creator,
    bucket: 'deliverable-files',
    project,
  })
  return oneRow<{ id: string }>(
    db,
    sql`insert into deliverables (application_id, project_id, creator_id, file_id, status, version, reviewed_at, viewable_at)
      values (${application.id}, ${application.project_id}, ${application.creator_id}, ${file.id}, ${status},
        ${version}, ${status === 'pending' ? null : new Date()}, now())
      returning id`,
  )
}

/** The payment of an accepted application as its row stands in the table; the provider knows nothing of it. */
export async function buildPayment(
  db: Queryable,
  overrides: { application: BuiltApplication; status?: string },
): Promise<{ id: string }> {
  return oneRow<{ id: string }>(
    db,
    sql`insert into payments (project_id, application_id, seller_id, creator_id, amount, status)
      select applications.project_id, applications.id, projects.seller_id, applications.creator_id,
        applications.proposed_price, ${overrides.status ?? 'pending'}
      from applications join projects on projects.id = applications.project_id
      where applications.id = ${overrides.application.id}
      returning id`,
  )
}

/** A dispute that one side of a deal opened about its payment, waiting for the other side’s answer. */
export async function buildDispute(
  db: Queryable,
  overrides: { payment: { id: string }; openedBy: BuiltUser },
): Promise<{ id: string }> {
  const { payment, openedBy } = overrides
  const dispute = await oneRow<{ id: string }>(
    db,
    sql`insert into deal_disputes (payment_id, project_id, opened_by, respondent_id, reason, opened_at, answer_by, remind_at)
      select id, project_id, ${openedBy.id}, case when seller_id = ${openedBy.id} then creator_id else seller_id end,
        'other', now(), now() + interval '7 days', now() + interval '6 days'
      from payments where id = ${payment.id}
      returning id`,
  )
  await execute(
    db,
    sql`insert into deal_dispute_statements (dispute_id, author_id, content, created_at)
      values (${dispute.id}, ${openedBy.id}, 'The mug is not in the picture.', now())`,
  )
  await execute(
    db,
    sql`update payments set deal_dispute_id = ${dispute.id} where id = ${payment.id}`,
  )
  return dispute
}

/** The open reviews of a deal that has ended, by the side that writes; with `shown`, both are written and shown. */
export async function buildReviews(
  pool: Pool,
  deal: {
    project: { id: string }
    application: { id: string }
    seller: BuiltUser
    creator: BuiltUser
  },
  { endedAt = new Date(), shown = false }: { endedAt?: Date; shown?: boolean } = {},
): Promise<Record<'seller' | 'creator', string>> {
  const ids = { project_id: deal.project.id, application_id: deal.application.id }
  const sides = { seller_id: deal.seller.id, creator_id: deal.creator.id }
  await inTransaction(pool, (tx) => openPair(tx, { ...ids, ...sides }, endedAt))
  if (shown)
    await execute(
      pool,
      sql`update deal_reviews set status = 'shown', first = 5, second = 4, third = 5, again = true,
          body = 'A pleasure to work with.', sealed_at = ${endedAt}, shown_at = ${endedAt}
        where application_id = ${deal.application.id}`,
    )
  const found = await rows<{ id: string; side: 'seller' | 'creator' }>(
    pool,
    sql`select id, side from deal_reviews where application_id = ${deal.application.id}`,
  )
  const idOf = (side: string) => found.find((one) => one.side === side)?.id ?? ''
  return { seller: idOf('seller'), creator: idOf('creator') }
}

export async function buildMessage(
  db: Queryable,
  overrides: { conversation: { id: string }; sender: BuiltUser; read?: boolean },
): Promise<{ id: string }> {
  return oneRow<{ id: string }>(
    db,
    sql`insert into messages (conversation_id, sender_id, content, read_at)
      values (${overrides.conversation.id}, ${overrides.sender.id}, 'The mug arrived.',
        ${overrides.read === true ? new Date() : null})
      returning id`,
  )
}

/** A reply to a note, as its row stands in the table. */
export const buildReply = (
  db: Queryable,
  { note, author }: { note: { id: string }; author: { id: string } },
): Promise<{ id: string }> =>
  oneRow<{ id: string }>(
    db,
    sql`insert into review_replies (id, note_id, author_id, body, created_at)
      values (${randomUUID()}, ${note.id}, ${author.id}, 'Which one?', now()) returning id`,
  )

/** A note by the project's owner about a version: sent alone (`open`), or a draft. */
export async function buildNote(
  db: Queryable,
  overrides: {
    deliverable: { id: string }
    status?: 'draft' | 'open' | 'withdrawn'
    kind?: 'must' | 'wish'
  },
): Promise<{ id: string }> {
  const { deliverable, status = 'open', kind = 'wish' } = overrides
  const note = await oneRow<{ id: string; project_id: string }>(
    db,
    sql`insert into review_notes (id, project_id, deliverable_id, author_id, kind, body, created_at)
      select ${randomUUID()}, project_id, id, reviewer_id, ${kind}, 'The logo is cut off.', now()
      from deliverables where id = ${deliverable.id} returning id, project_id`,
  )
  if (status === 'draft') return note
  await execute(
    db,
    sql`with sending as (
        insert into review_sendings (project_id, deliverable_id, author_id, request_changes, told, sent_at)
        select project_id, deliverable_id, author_id, false, body, now() from review_notes where id = ${note.id}
        returning id)
      update review_notes set status = ${status}, sent_at = now(), sending_id = sending.id,
        number = (select coalesce(max(number), 0) + 1 from review_notes where project_id = ${note.project_id})
      from sending where review_notes.id = ${note.id}`,
  )
  return note
}

/** A guest link to a project that works for a week; returns its token too. */
export async function buildGuestLink(
  db: Queryable,
  overrides: { project: BuiltProject },
): Promise<{ id: string; token: string }> {
  const { project } = overrides
  const token = randomBytes(32).toString('base64url')
  const { id } = await oneRow<{ id: string }>(
    db,
    sql`insert into review_guest_links (project_id, created_by, token_hash, created_at, expires_at)
      values (${project.id}, ${project.seller_id}, sha256(${token}::text::bytea), now(), now() + interval '7 days')
      returning id`,
  )
  return { id, token }
}
