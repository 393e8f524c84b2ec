import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultInvitationMessage } from '#contract/invitations.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  type BuiltUser,
  buildApplication,
  buildCreator,
  buildInvitation,
  buildProject,
  buildSeller,
} from '#tests/support/builders.ts'
import { mailsTo } from '#tests/support/jobs.ts'
import { expectHidden, expectInvalid, expectRefusal } from '#tests/support/refusals.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const send = (as: BuiltUser, body: object) => api.call(as, 'invitations.send', { body })
const accept = (as: BuiltUser, id: string) => api.call(as, 'invitations.accept', { params: { id } })
const decline = (as: BuiltUser, id: string) =>
  api.call(as, 'invitations.decline', { params: { id } })

const hide = ({ id }: { id: string }) =>
  api.pool.query(`update projects set hidden_at = now() where id = $1`, [id])

describe('inviting', () => {
  test('puts project, brand and the seller’s message, or a default one, on the creator’s list', async () => {
    const project = await buildProject(api.pool)
    const creator = await buildCreator(api.pool)
    const sent = await send(project.seller, {
      project_id: project.id,
      creator_id: creator.id,
      message: ' Join us. ',
    })
    expect(sent.body).toMatchObject({
      status: 'pending',
      message: 'Join us.',
      seller_id: project.seller.id,
    })
    const mine = await api.call(creator, 'invitations.mine')
    expect(mine.body).toMatchObject([
      {
        id: sent.body.id,
        project: { id: project.id, budget: 600 },
        seller: { id: project.seller.id },
      },
    ])
    const other = await buildCreator(api.pool)
    const general = await send(project.seller, {
      project_id: project.id,
      creator_id: other.id,
      message: '  ',
    })
    expect(general.body.message).toBe(defaultInvitationMessage(project.title))
    const invites = `Ellen Harrow Goods invites you to “${project.title}”`
    expect(await mailsTo(api.pool, creator)).toEqual([invites])
    expect(await mailsTo(api.pool, other)).toEqual([invites])
  })

  test('requires a project and a creator', async () => {
    const seller = await buildSeller(api.pool)
    expectInvalid(await send(seller, {}), 'project_id', 'creator_id')
    expectInvalid(
      await send(seller, { project_id: 'x', creator_id: 'y', status: 'accepted' }),
      'project_id',
      'creator_id',
      'body',
    )
  })

  test('works only for the seller’s own active projects, and only for creators', async () => {
    const project = await buildProject(api.pool)
    const creator = await buildCreator(api.pool)
    const stranger = await buildSeller(api.pool)
    await expectHidden(api, stranger, 'invitations.send', {
      body: { project_id: project.id, creator_id: creator.id },
    })
    for (const status of ['draft', 'in_progress', 'completed', 'cancelled']) {
      const closed = await buildProject(api.pool, { seller: project.seller, status })
      const reply = await send(project.seller, { project_id: closed.id, creator_id: creator.id })
      expectRefusal(reply, 'invitation.project_not_active')
    }
    const hidden = await buildProject(api.pool, { seller: project.seller })
    await hide(hidden)
    const body = { project_id: hidden.id, creator_id: creator.id }
    expectRefusal(await send(project.seller, body), 'invitation.project_hidden')
    for (const creator_id of [stranger.id, crypto.randomUUID()]) {
      expectRefusal(
        await send(project.seller, { project_id: project.id, creator_id }),
        'request.not_found',
      )
    }
  })

  test('someone who has applied is not invited to apply', async () => {
    const project = await buildProject(api.pool)
    const { creator } = await buildApplication(api.pool, { project })
    const body = { project_id: project.id, creator_id: creator.id }
    expectRefusal(await send(project.seller, body), 'invitation.already_applied')
  })

  test('twice is refused while the first is open, even under twenty concurrent clicks; after a decline it may be repeated', async () => {
    const project = await buildProject(api.pool)
    const creator = await buildCreator(api.pool)
    const body = { project_id: project.id, creator_id: creator.id }
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(project.seller, body)))
    const sent = replies.filter(({ status }) => status === 200)
    expect(sent).toHaveLength(1)
    for (const reply of replies.filter(({ status }) => status !== 200)) {
      expectRefusal(reply, 'invitation.already_invited')
    }
    await decline(creator, sent[0]?.body.id ?? '')
    expect((await send(project.seller, body)).status).toBe(200)
  })
})

describe('answering', () => {
  test('accepting opens the conversation; repeating it returns the same, even after the project closed', async () => {
    const project = await buildProject(api.pool)
    const invitation = await buildInvitation(api.pool, { project })
    const first = await accept(invitation.creator, invitation.id)
    expect(first.body.status).toBe('accepted')
    const talk = await api.pool.query(
      `select id, creator_id from conversations where project_id = $1`,
      [project.id],
    )
    expect(talk.rows).toEqual([
      { id: first.body.conversation_id, creator_id: invitation.creator.id },
    ])
    await api.call(project.seller, 'projects.cancel', { params: { id: project.id } })
    expect(await accept(invitation.creator, invitation.id)).toEqual(first)
    expectRefusal(await decline(invitation.creator, invitation.id), 'invitation.already_answered')
  })

  test('declining again changes nothing; accepting afterwards is refused', async () => {
    const invitation = await buildInvitation(api.pool)
    // Otherwise both times occasionally fall in the same millisecond.
    await api.pool.query(
      `update project_invitations set created_at = created_at - interval '1 minute',
        updated_at = updated_at - interval '1 minute' where id = $1`,
      [invitation.id],
    )
    const first = await decline(invitation.creator, invitation.id)
    expect(first.body.status).toBe('declined')
    expect(Date.parse(first.body.updated_at)).toBeGreaterThan(Date.parse(first.body.created_at))
    expect(await decline(invitation.creator, invitation.id)).toEqual(first)
    expectRefusal(await accept(invitation.creator, invitation.id), 'invitation.already_answered')
    const events = await api.pool.query(
      `select move, from_status, to_status, actor_id from events where entity_id = $1`,
      [invitation.id],
    )
    expect(events.rows).toEqual([
      {
        move: 'decline',
        from_status: 'pending',
        to_status: 'declined',
        actor_id: invitation.creator.id,
      },
    ])
  })

  test('an invitation to a closed project shows the project’s status and cannot be answered', async () => {
    for (const status of ['in_progress', 'completed', 'cancelled']) {
      const invitation = await buildInvitation(api.pool)
      await api.pool.query(`update projects set status = $2 where id = $1`, [
        invitation.project_id,
        status,
      ])
      expectRefusal(await accept(invitation.creator, invitation.id), 'invitation.project_closed')
      expectRefusal(await decline(invitation.creator, invitation.id), 'invitation.project_closed')
      const mine = await api.call(invitation.creator, 'invitations.mine')
      expect(mine.body).toMatchObject([{ status: 'pending', project: { status } }])
    }
  })

  test('while its project is hidden or its brand banned it can only be declined', async () => {
    const hidden = await buildInvitation(api.pool)
    await hide({ id: hidden.project_id })
    expectRefusal(await accept(hidden.creator, hidden.id), 'project.hidden')
    const project = await buildProject(api.pool)
    const abandoned = await buildInvitation(api.pool, { project })
    await api.pool.query(`update auth.users set banned_until = 'infinity' where id = $1`, [
      project.seller.id,
    ])
    expectRefusal(await accept(abandoned.creator, abandoned.id), 'invitation.brand_gone')
    const talks = await api.pool.query(`select from conversations where project_id = any($1)`, [
      [hidden.project_id, abandoned.project_id],
    ])
    expect(talks.rowCount).toBe(0)
    const open = await buildInvitation(api.pool)
    const refusalOf = async ({ creator }: typeof open) =>
      (await api.call(creator, 'invitations.mine')).body[0]?.accept_refusal
    expect(await refusalOf(hidden)).toBe('project.hidden')
    expect(await refusalOf(abandoned)).toBe('invitation.brand_gone')
    expect(await refusalOf(open)).toBeNull()
    for (const invitation of [hidden, abandoned]) {
      const { body } = await decline(invitation.creator, invitation.id)
      expect(body.status).toBe('declined')
      expect(await refusalOf(invitation)).toBeNull()
    }
  })

  test('accepting and declining concurrently end in one answer', async () => {
    const invitation = await buildInvitation(api.pool)
    const replies = await Promise.all([
      accept(invitation.creator, invitation.id),
      decline(invitation.creator, invitation.id),
    ])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})
