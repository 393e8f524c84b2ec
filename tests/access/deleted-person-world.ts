import { randomBytes, randomUUID } from 'node:crypto'
import type { Pool } from '#server/db/pool.ts'
import { execute, sql } from '#server/db/sql.ts'
import {
  buildAgreedBrief,
  buildAmendment,
  buildChecks,
  buildDeal,
  buildDeliverable,
  buildFile,
  buildGuestLink,
  buildInvitation,
  buildMessage,
  buildNote,
  buildOffer,
  buildOperator,
  buildPayment,
  buildReply,
  buildReviews,
  type BuiltUser,
} from '#tests/support/builders.ts'
import { buildList } from '#tests/support/creator-lists.ts'
import { buildOrder } from '#tests/support/packages.ts'
import { buildReport, buildSanction } from '#tests/support/reports.ts'
import { buildShipment } from '#tests/support/shipments.ts'

/** A paid deal and everything else that a person can have left in the tables, whichever side leaves. */
export async function buildFullLife(pool: Pool, side: 'seller' | 'creator'): Promise<BuiltUser> {
  const deal = await buildDeal(pool)
  const { seller, creator, project, application, conversation } = deal
  const [person, other] = side === 'seller' ? [seller, creator] : [creator, seller]
  await buildAgreedBrief(pool, application)
  const deliverable = await buildDeliverable(pool, { application, status: 'approved' })
  const note = await buildNote(pool, { deliverable })
  await buildNote(pool, { deliverable, status: 'draft' })
  await buildReply(pool, { note, author: person })
  await buildChecks(pool, deliverable, await briefOf())
  await buildGuestLink(pool, { project })
  await buildShipment(pool, { project, status: 'received' })
  await buildAmendment(pool, { application, status: 'accepted' })
  await buildOffer(pool, { application, status: 'accepted' })
  await buildPayment(pool, { application, status: 'released' })
  await buildReviews(pool, deal, { shown: true })
  for (const sender of [person, other]) await buildMessage(pool, { conversation, sender })
  await buildFile(pool, { owner: person, bucket: 'avatars' })
  await buildInvitation(pool, side === 'creator' ? { creator } : { project })
  await buildOrder(pool, { seller, creator })
  const operator = await buildOperator(pool)
  await buildReport(pool, { reporter: person, about: other })
  await buildReport(pool, { reporter: other, about: person })
  await buildSanction(pool, { person, operator, appealed: true })
  await buildList(pool, { seller, creators: [creator], note: 'Answers quickly.' })
  await account(pool, person)
  await belongings(pool, person, other)
  return person

  /** The checks that were answered about the delivery. */
  async function briefOf() {
    const { rows } = await pool.query('select brief from project_briefs where project_id = $1', [
      project.id,
    ])
    return (rows[0] as { brief: Parameters<typeof buildChecks>[2] }).brief
  }
}

/** Every way to sign in, and everything under way. */
async function account(pool: Pool, { id, email }: BuiltUser): Promise<void> {
  const key = () => randomBytes(32)
  await execute(
    pool,
    sql`update auth.users set new_email = ${`next.${email}`}, user_metadata = '{"name": "x"}' where id = ${id}`,
  )
  await execute(
    pool,
    sql`insert into auth.identities (user_id, provider, provider_id, email) values (${id}, 'google', ${randomUUID()}, ${email})`,
  )
  await execute(
    pool,
    sql`with opened as (insert into auth.sessions (user_id, refresh_key, refreshed_at, user_agent, ip)
        values (${id}, ${key()}, now(), 'Firefox', '203.0.113.7') returning id)
      insert into auth.passkey_challenges (purpose, session_id, challenge_hash, ip, created_at, expires_at)
        select 'register', id, ${key()}, '203.0.113.7', now(), now() from opened`,
  )
  await execute(
    pool,
    sql`with app as (insert into auth.factors (user_id, friendly_name, factor_type, sealed_secret, created_at, updated_at)
        values (${id}, 'Phone', 'totp', 'x', now(), now()) returning id),
      challenge as (insert into auth.challenges (factor_id, ip, created_at, expires_at)
        select id, '203.0.113.7', now(), now() from app)
      insert into auth.recovery_codes (factor_id, code_hash) select id, ${key()} from app`,
  )
  await execute(
    pool,
    sql`insert into auth.passkeys (user_id, credential_id, public_key, sign_count, transports, friendly_name, created_at)
      values (${id}, ${key()}, ${key()}, 0, '{}', 'Laptop', now())`,
  )
  await execute(
    pool,
    sql`insert into auth.not_me_links (token_hash, user_id, created_at, expires_at) values (${key()}, ${id}, now(), now())`,
  )
  await execute(
    pool,
    sql`insert into auth.one_time_tokens (user_id, kind, email, token_hash, user_metadata, created_at, expires_at)
      values (${id}, 'recovery', ${email}, ${key()}, '{}', now(), now())`,
  )
  await execute(
    pool,
    sql`insert into auth.flow_states (user_id, method, created_at, expires_at) values (${id}, 'google', now(), now())`,
  )
}

/** What they keep, what they see and how they are known. */
async function belongings(
  pool: Pool,
  { id, email, role }: BuiltUser,
  other: BuiltUser,
): Promise<void> {
  await execute(
    pool,
    sql`update profiles set bio = 'x', website = 'https://x.example', brand_description = 'x', industry = 'x', avatar_url = 'x',
      portfolio_urls = '{x}', portfolio_captions = '{x}', niches = '{food}', stripe_customer_id = ${`cus_${id}`} where id = ${id}`,
  )
  await execute(
    pool,
    sql`insert into customer_payment_methods (stripe_customer_id, stripe_payment_method_id, card_brand, card_last4, card_exp_month, card_exp_year)
      values (${`cus_${id}`}, ${`pm_${id}`}, 'visa', '4242', 1, 2031)`,
  )
  await execute(
    pool,
    sql`insert into account_log (profile_id, act, network, user_agent, created_at) values (${id}, 'signed_in', '203.0.113.0/24', 'Firefox', now())`,
  )
  await execute(
    pool,
    sql`insert into former_addresses (profile_id, email, left_at) values (${id}, ${`old.${email}`}, now())`,
  )
  await execute(
    pool,
    sql`insert into account_marks (profile_id, kind, mark, seen_on) values (${id}, 'card', ${randomBytes(16)}, current_date)`,
  )
  await execute(
    pool,
    sql`insert into blocks (blocker_id, blocked_id, created_at) values (${id}, ${other.id}, now())`,
  )
  await execute(
    pool,
    sql`insert into page_presence (user_id, path, seen_at) values (${id}, '/messages', now())`,
  )
  await execute(
    pool,
    sql`insert into uploads_in_flight (id, owner_id, bytes, begun_at) values (${randomUUID()}, ${id}, 1, now())`,
  )
  await execute(
    pool,
    sql`insert into tax_profiles (user_id, legal_name, address, country, business, tax_id, updated_at)
      values (${id}, 'x', 'x', 'DE', true, 'x', now())`,
  )
  await execute(
    pool,
    sql`with found as (insert into saved_searches (user_id, about, q) values (${id}, 'projects', 'mugs') returning id)
      insert into saved_search_finds (search_id, found_id, found_at) select id, ${randomUUID()}, now() from found`,
  )
  await execute(
    pool,
    sql`insert into notifications (user_id, cause, notice, audience, kind, facts, page)
      values (${id}, 'event:1', 'application.submit', ${role}, 'applications', '{}', '/dashboard')`,
  )
  await execute(
    pool,
    sql`insert into notification_preferences (user_id, kind, email) values (${id}, 'messages', false)`,
  )
  await execute(
    pool,
    sql`with session as (insert into auth.sessions (user_id, refresh_key, refreshed_at)
        values (${id}, ${randomBytes(32)}, now()) returning id)
      insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
        select ${id}, session.id, ${`https://push.example/${id}`}, ${'p'.repeat(87)}, ${'a'.repeat(22)}, now() from session`,
  )
  await execute(
    pool,
    sql`insert into provider_calls (purpose, subject, idempotency_key, params_hash, request)
      values ('customer', ${id}, ${randomUUID()}, 'x', '{"name": "x"}')`,
  )
  if (role !== 'seller') return
  await execute(
    pool,
    sql`insert into brief_templates (seller_id, name, brief, hash, created_at) values (${id}, 'x', '{}', ${'a'.repeat(64)}, now())`,
  )
  await execute(
    pool,
    sql`insert into saved_creators (seller_id, creator_id, saved_at) values (${id}, ${other.id}, now())`,
  )
}
