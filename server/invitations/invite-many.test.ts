import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WRITE_RATES } from '#contract/rate-limits.ts'
import { INVITATION_LIMITS } from '#contract/invitations.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import { createWriteLimits } from '#server/http/write-limits.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  type BuiltUser,
  buildApplication,
  buildCreator,
  buildInvitation,
  buildProject,
  buildSeller,
} from '#tests/support/builders.ts'
import { buildHire, buildListing } from '#tests/support/campaigns.ts'
import { mailsTo } from '#tests/support/jobs.ts'
import { expectHidden, expectInvalid, expectRefusal } from '#tests/support/refusals.ts'
import { inviteMany } from './invite-many-service.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const send = (
  as: BuiltUser,
  project: { id: string },
  creators: readonly { id: string }[],
  message?: string,
) =>
  api.call(as, 'invitations.send_many', {
    body: {
      project_id: project.id,
      creator_ids: creators.map(({ id }) => id),
      ...(message === undefined ? {} : { message }),
    },
  })
const outcomes = async (...sent: Parameters<typeof send>) =>
  (await send(...sent)).body.rows.map(({ outcome }) => outcome)
const sentBy = (seller: { id: string }) =>
  rows<{ creator_id: string; message: string }>(
    api.pool,
    sql`select creator_id, message from project_invitations where seller_id = ${seller.id} order by created_at, id`,
  )
const several = (count: number) =>
  Promise.all(Array.from({ length: count }, () => buildCreator(api.pool)))

describe('inviting many', () => {
  test('invites each with the same text, skips those who cannot be invited, and reports each outcome', async () => {
    const project = await buildProject(api.pool)
    const { seller } = project
    const [fresh, applied, pending, declined, blocking, blocked, banned] = await several(7)
    if (!fresh || !applied || !pending || !declined || !blocking || !blocked || !banned)
      throw new Error('too few')
    await buildApplication(api.pool, { project, creator: applied })
    await buildInvitation(api.pool, { project, creator: pending })
    const answered = await buildInvitation(api.pool, { project, creator: declined })
    await api.call(declined, 'invitations.decline', { params: { id: answered.id } })
    await api.call(blocking, 'blocks.add', { params: { id: seller.id } })
    await api.call(seller, 'blocks.add', { params: { id: blocked.id } })
    await execute(
      api.pool,
      sql`update auth.users set banned_until = now() + interval '1 day' where id = ${banned.id}`,
    )
    const all = [fresh, applied, pending, declined, blocking, blocked, banned, seller]
    const reply = await send(
      seller,
      project,
      [...all, { id: crypto.randomUUID() }, fresh],
      'Join us.',
    )
    expect(reply.body.rows.map(({ outcome }) => outcome)).toEqual([
      'invited',
      'applied',
      'already_invited',
      'already_invited',
      'unavailable',
      'unavailable',
      'unavailable',
      'unavailable',
      'unavailable',
    ])
    expect(reply.body.rows.map((one) => one.creator_id).slice(0, 8)).toEqual(
      all.map(({ id }) => id),
    )
    expect((await sentBy(seller)).filter(({ message }) => message === 'Join us.')).toEqual([
      { creator_id: fresh.id, message: 'Join us.' },
    ])
    expect(await mailsTo(api.pool, fresh)).toHaveLength(1)
    expect(await mailsTo(api.pool, blocking)).toEqual([])
  })

  test('invites no one twice, even in two concurrent requests', async () => {
    const project = await buildProject(api.pool)
    const creators = await several(6)
    const [one, other] = await Promise.all([
      outcomes(project.seller, project, creators),
      outcomes(project.seller, project, creators.toReversed()),
    ])
    expect([...one, ...other].filter((outcome) => outcome === 'invited')).toHaveLength(6)
    expect(new Set([...one, ...other])).toEqual(new Set(['invited', 'already_invited']))
    expect(await outcomes(project.seller, project, creators)).toEqual(
      creators.map(() => 'already_invited'),
    )
    expect(await sentBy(project.seller)).toHaveLength(6)
  })

  test('skips hired creators, whose application moved to the deal', async () => {
    const listing = await buildListing(api.pool, { seats: 3 })
    const creator = await buildCreator(api.pool)
    await buildHire(api.pool, { listing, creator })
    expect(await outcomes(listing.seller, listing, [creator])).toEqual(['applied'])
  })

  test('accepts up to fifty creators, and only the seller’s own active project', async () => {
    const project = await buildProject(api.pool)
    const many = Array.from({ length: INVITATION_LIMITS.many + 1 }, () => ({
      id: crypto.randomUUID(),
    }))
    expect(await outcomes(project.seller, project, [])).toEqual([])
    expectInvalid(await send(project.seller, project, many), 'creator_ids')
    expect(await outcomes(project.seller, project, many.slice(1))).toHaveLength(
      INVITATION_LIMITS.many,
    )
    const stranger = await buildSeller(api.pool)
    const [creator] = await several(1)
    await expectHidden(api, stranger, 'invitations.send_many', {
      body: { project_id: project.id, creator_ids: [creator?.id] },
    })
    const draft = await buildProject(api.pool, { seller: project.seller, status: 'draft' })
    expectRefusal(await send(project.seller, draft, many.slice(1)), 'invitation.project_not_active')
    await execute(api.pool, sql`update projects set hidden_at = now() where id = ${project.id}`)
    expectRefusal(await send(project.seller, project, many.slice(1)), 'invitation.project_hidden')
  })

  test('sends two hundred in a day, singly or together, and the rest the day after', async () => {
    const project = await buildProject(api.pool)
    const { seller } = project
    const before = await buildProject(api.pool, { seller })
    await execute(
      api.pool,
      sql`with made as (
          insert into auth.users (id, email, email_confirmed_at)
          select gen_random_uuid(), gen_random_uuid() || '@example.com', now()
          from generate_series(1, ${INVITATION_LIMITS.aDay - 2}) returning id, email),
        people as (insert into profiles (id, name, email, role) select id, 'Invited', email, 'creator' from made returning id)
        insert into project_invitations (project_id, creator_id, seller_id, message)
        select ${before.id}, id, ${seller.id}, '.' from people`,
    )
    const creators = await several(4)
    const [one, other] = await Promise.all([
      outcomes(seller, project, creators.slice(0, 2)),
      outcomes(seller, project, creators.slice(2)),
    ])
    expect([...one, ...other].toSorted()).toEqual(['invited', 'invited', 'limited', 'limited'])
    const last = await buildCreator(api.pool)
    expectRefusal(
      await api.call(seller, 'invitations.send', {
        body: { project_id: project.id, creator_id: last.id },
      }),
      'invitation.too_many_today',
    )
    await execute(
      api.pool,
      sql`update project_invitations set created_at = created_at - interval '1 day' where project_id = ${before.id}`,
    )
    expect(await outcomes(seller, project, creators)).toEqual(
      expect.arrayContaining(['invited', 'invited', 'already_invited', 'already_invited']),
    )
  })

  test('uses the hourly limit once per invitation sent, and not for skipped creators', async () => {
    const project = await buildProject(api.pool)
    const creators = await several(3)
    const now = new Date()
    const deps = { ...api.deps, limits: createWriteLimits(api.pool) }
    await execute(
      api.pool,
      sql`insert into auth.rate_buckets (key, tokens, refilled_at)
        values (${`api.invitation:${project.seller.id}`}, 2, ${now})`,
    )
    const viewer = { id: project.seller.id, role: 'seller' as const, sessionId: null }
    const asked = {
      project_id: project.id,
      creator_ids: creators.map(({ id }) => id),
      message: null,
      ip: '203.0.113.9',
    }
    const invite = async (at: Date) =>
      (await inviteMany(deps, viewer as never, asked, at)).map(({ outcome }) => outcome)
    expect(await invite(now)).toEqual(['invited', 'invited', 'limited'])
    // A skipped creator uses up none of it.
    const { refill, seconds } = WRITE_RATES.invitation
    const later = new Date(now.getTime() + (1_000 * seconds) / refill + 1_000)
    expect(await invite(later)).toEqual(['already_invited', 'already_invited', 'invited'])
  })
})
