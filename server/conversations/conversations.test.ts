import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { execute, rows, sql } from '#server/db/sql.ts'
import { LINE_CHANNEL } from '#server/realtime/news.ts'
import { subscribing } from '#server/realtime/subscription-store.ts'
import { userRoom } from '#server/realtime/topics.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  buildCreator,
  buildDeal,
  buildInvitation,
  buildPayment,
  buildProject,
  buildSeller,
} from '#tests/support/builders.ts'
import { deleteAccount } from '#tests/support/deleted-accounts.ts'
import { expectHidden, expectInvalid, expectRefusal } from '#tests/support/refusals.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

type Somebody = { id: string }

const send = (as: Somebody, conversation: Somebody, content: string, id?: string) =>
  api.call(as, 'messages.send', {
    params: { id: conversation.id },
    body: id === undefined ? { content } : { id, content },
  })
const list = (
  as: Somebody,
  conversation: Somebody,
  query: { before?: number; after?: number } = {},
) => api.call(as, 'messages.list', { params: { id: conversation.id }, query })
const open = (as: Somebody, project: Somebody, creator?: Somebody) =>
  api.call(as, 'conversations.open', {
    body: { project_id: project.id, ...(creator === undefined ? {} : { creator_id: creator.id }) },
  })
const countOf = async (project: Somebody) =>
  (await rows(api.pool, sql`select id from conversations where project_id = ${project.id}`)).length
/** Collects everything published for a person from now on; `stop` returns it. */
async function listening(who: Somebody) {
  const news: string[] = []
  const client = await api.pool.connect()
  client.on('notification', ({ payload }) => news.push(payload ?? ''))
  const line = randomUUID().replaceAll('-', '')
  await client.query(`listen ${LINE_CHANNEL}${line}`)
  const { text, values } = subscribing(line, [userRoom(who.id)])
  await client.query(text, [...values])
  return async () => {
    // Everything committed before this response was also published before it.
    await client.query('select 1')
    client.release(true)
    return news
  }
}

describe('the list of conversations', () => {
  it('shows the other side, the last message, the unread count and the payment status; latest first', async () => {
    const deal = await buildDeal(api.pool)
    const second = await buildProject(api.pool, { seller: deal.seller, title: 'A second one' })
    await open(deal.creator, second)
    const before = await api.call(deal.creator, 'conversations.list')
    expect(before.body.map((one) => one.project.title)).toEqual([
      'A second one',
      deal.project.title,
    ])
    expect(before.body[1]).toMatchObject({
      last_message: null,
      unread_count: 0,
      payment_status: null,
    })

    await send(deal.seller, deal.conversation, 'The mug is on its way.')
    await send(deal.seller, deal.conversation, 'Did it arrive?')
    await buildPayment(api.pool, { application: deal.application, status: 'held_in_escrow' })
    const creators = await api.call(deal.creator, 'conversations.list')
    expect(creators.body[0]).toMatchObject({
      id: deal.conversation.id,
      project: { id: deal.project.id, title: deal.project.title, status: 'in_progress' },
      counterpart: {
        id: deal.seller.id,
        name: deal.seller.name,
        role: 'seller',
        company_name: `${deal.seller.name} Goods`,
      },
      last_message: { content: 'Did it arrive?', sender_id: deal.seller.id },
      unread_count: 2,
      payment_status: 'held_in_escrow',
    })
    const sellers = await api.call(deal.seller, 'conversations.list')
    expect(sellers.body.find((one) => one.id === deal.conversation.id)).toMatchObject({
      counterpart: { id: deal.creator.id, role: 'creator' },
      unread_count: 0,
    })
    const one = await api.call(deal.creator, 'conversations.get', {
      params: { id: deal.conversation.id },
    })
    expect(one.body).toEqual(creators.body[0])
  })

  it('shows the beginning of a long message without cutting a character in two', async () => {
    const deal = await buildDeal(api.pool)
    await send(deal.seller, deal.conversation, '🫖'.repeat(1_000))
    const { body } = await api.call(deal.creator, 'conversations.list')
    expect(body[0]?.last_message?.content).toBe('🫖'.repeat(200))
  })
})

describe('opening a conversation', () => {
  it('on an active project is open to any creator and idempotent', async () => {
    const project = await buildProject(api.pool)
    const creator = await buildCreator(api.pool)
    const replies = await Promise.all(Array.from({ length: 8 }, () => open(creator, project)))
    expect(new Set(replies.map((reply) => `${reply.status} ${reply.body.id}`)).size).toBe(1)
    expect(replies[0]?.body).toMatchObject({
      seller_id: project.seller_id,
      creator_id: creator.id,
      last_message: null,
    })
    expect(await countOf(project)).toBe(1)
    expect((await open(creator, project, creator)).status).toBe(200)
  })

  it('is open to the seller for creators who applied or were invited, and for no one else', async () => {
    const project = await buildProject(api.pool)
    const { creator: applicant } = await buildApplication(api.pool, { project })
    const { creator: invited } = await buildInvitation(api.pool, { project })
    const neither = await buildCreator(api.pool)
    expect((await open(project.seller, project, applicant)).body.counterpart.id).toBe(applicant.id)
    expect((await open(project.seller, project, invited)).body.counterpart.id).toBe(invited.id)
    await expectHidden(api, project.seller, 'conversations.open', {
      body: { project_id: project.id, creator_id: neither.id },
    })
    expectInvalid(await open(project.seller, project), 'creator_id')
  })

  it('returns 404 to anyone who cannot see the project or acts for someone else', async () => {
    const project = await buildProject(api.pool)
    const creator = await buildCreator(api.pool)
    const other = await buildCreator(api.pool)
    const stranger = await buildSeller(api.pool)
    const draft = await buildProject(api.pool, { status: 'draft' })
    await buildApplication(api.pool, { project, creator: other })
    for (const [as, about, named] of [
      [creator, draft, undefined],
      [creator, project, other],
      [stranger, project, other],
    ] as const) {
      const body = {
        project_id: about.id,
        ...(named === undefined ? {} : { creator_id: named.id }),
      }
      await expectHidden(api, as, 'conversations.open', { body })
    }
    expect(await countOf(project)).toBe(0)
  })

  it('does not begin with a brand that is banned, whose projects no one else sees', async () => {
    const project = await buildProject(api.pool)
    const { creator: applicant } = await buildApplication(api.pool, { project })
    await execute(
      api.pool,
      sql`update auth.users set banned_until = 'infinity' where id = ${project.seller.id}`,
    )
    expectRefusal(await open(await buildCreator(api.pool), project), 'request.not_found')
    expectRefusal(await open(applicant, project), 'conversation.closed_project')
    expect(await countOf(project)).toBe(0)
  })

  it('is refused once the project is closed; an existing conversation stays open', async () => {
    const { creator, project, conversation } = await buildDeal(api.pool)
    const { creator: late } = await buildApplication(api.pool, { project, status: 'rejected' })
    expectRefusal(await open(late, project), 'conversation.closed_project')
    await execute(api.pool, sql`update projects set status = 'completed' where id = ${project.id}`)
    expect((await open(creator, project)).body.id).toBe(conversation.id)
    expect((await send(creator, conversation, 'Thank you!')).status).toBe(200)
  })
})

describe('finding where a seller can message a creator', () => {
  const placeFor = async (seller: Somebody, creator: Somebody) =>
    api.call(seller, 'conversations.with_creator', { params: { id: creator.id } })
  const nowhere = { conversation_id: null, project_id: null }

  it('returns nothing before they applied or were invited, or for a project that is no longer active', async () => {
    const project = await buildProject(api.pool)
    const creator = await buildCreator(api.pool)
    expect((await placeFor(project.seller, creator)).body).toEqual(nowhere)
    const closed = await buildProject(api.pool, { seller: project.seller, status: 'cancelled' })
    await buildApplication(api.pool, { project: closed, creator, status: 'rejected' })
    expect((await placeFor(project.seller, creator)).body).toEqual(nowhere)
    const elsewhere = await buildProject(api.pool)
    await buildApplication(api.pool, { project: elsewhere, creator })
    expect((await placeFor(project.seller, creator)).body).toEqual(nowhere)
  })

  it('returns the newest active project they applied or were invited to, where a conversation can be opened', async () => {
    const project = await buildProject(api.pool)
    const { creator } = await buildApplication(api.pool, { project })
    const about = { conversation_id: null, project_id: project.id }
    expect((await placeFor(project.seller, creator)).body).toEqual(about)
    const newer = await buildProject(api.pool, { seller: project.seller })
    await buildInvitation(api.pool, { project: newer, creator })
    expect((await placeFor(project.seller, creator)).body).toEqual({
      ...about,
      project_id: newer.id,
    })
    expect((await open(project.seller, newer, creator)).status).toBe(200)
  })

  it('returns the conversation that changed last, even of a finished deal, rather than a newer project', async () => {
    const deal = await buildDeal(api.pool)
    const later = await buildProject(api.pool, { seller: deal.seller })
    await buildApplication(api.pool, { project: later, creator: deal.creator })
    expect((await placeFor(deal.seller, deal.creator)).body).toEqual({
      conversation_id: deal.conversation.id,
      project_id: null,
    })
    await execute(
      api.pool,
      sql`update projects set status = 'completed' where id = ${deal.project.id}`,
    )
    expect((await placeFor(deal.seller, deal.creator)).body.conversation_id).toBe(
      deal.conversation.id,
    )
    const { body } = await open(deal.creator, later)
    await send(deal.creator, body, 'Shall we?')
    expect((await placeFor(deal.seller, deal.creator)).body.conversation_id).toBe(body.id)
  })

  it('returns nothing for a hidden project or a blocked pair, except for the conversation of their deal', async () => {
    const project = await buildProject(api.pool)
    const { creator } = await buildApplication(api.pool, { project })
    await execute(api.pool, sql`update projects set hidden_at = now() where id = ${project.id}`)
    expect((await placeFor(project.seller, creator)).body).toEqual(nowhere)
    await execute(api.pool, sql`update projects set hidden_at = null where id = ${project.id}`)
    expect((await placeFor(project.seller, creator)).body.project_id).toBe(project.id)
    const deal = await buildDeal(api.pool)
    const beside = await buildProject(api.pool, { seller: deal.seller })
    await buildApplication(api.pool, { project: beside, creator: deal.creator })
    for (const [seller, other] of [
      [project.seller, creator],
      [deal.seller, deal.creator],
    ] as const)
      await execute(
        api.pool,
        sql`insert into blocks (blocker_id, blocked_id, created_at) values (${other.id}, ${seller.id}, now())`,
      )
    expect((await placeFor(project.seller, creator)).body).toEqual(nowhere)
    expect((await placeFor(deal.seller, deal.creator)).body).toEqual({
      conversation_id: deal.conversation.id,
      project_id: null,
    })
  })

  it('is refused for a seller and for an unknown person', async () => {
    const seller = await buildSeller(api.pool)
    expectRefusal(await placeFor(seller, seller), 'request.not_found')
    expectRefusal(await placeFor(seller, { id: randomUUID() }), 'request.not_found')
  })
})

describe('messages', () => {
  it('stay in the order they were sent, even when sent concurrently', async () => {
    const { seller, creator, conversation } = await buildDeal(api.pool)
    await send(seller, conversation, 'first')
    const burst = Array.from({ length: 20 }, (_, index) =>
      send(index % 2 ? seller : creator, conversation, `m${index}`),
    )
    const sent = await Promise.all(burst)
    await send(creator, conversation, 'last')
    const { body } = await list(creator, conversation)
    expect(body.map((one) => one.content)).toHaveLength(22)
    expect([body[0]?.content, body.at(-1)?.content]).toEqual(['first', 'last'])
    expect(body.map((one) => one.created_at)).toEqual(body.map((one) => one.created_at).toSorted())
    expect(body.map((one) => one.seq)).toEqual(Array.from({ length: 22 }, (_, index) => index + 1))
    expect(new Set(sent.map((reply) => reply.body.seq)).size).toBe(20)
  })

  it('are paged by fifty, backwards from the newest and forwards from any message', async () => {
    const { seller, creator, conversation } = await buildDeal(api.pool)
    await execute(
      api.pool,
      // The sender's clock runs backwards: messages are ordered by their sequence numbers.
      sql`insert into messages (conversation_id, sender_id, content, created_at)
        select ${conversation.id}, ${seller.id}, 'm' || n, now() - n * interval '1 second'
        from generate_series(1, 120) n order by n`,
    )
    const all = Array.from({ length: 120 }, (_, index) => `m${index + 1}`)
    const back: string[] = []
    let before: number | undefined
    for (const size of [50, 50, 20, 0]) {
      const { body } = await list(creator, conversation, before === undefined ? {} : { before })
      expect(body).toHaveLength(size)
      back.unshift(...body.map((one) => one.content))
      before = body[0]?.seq
    }
    expect(back).toEqual(all)
    const on: string[] = []
    let after = 0
    for (const size of [50, 50, 20, 0]) {
      const { body } = await list(creator, conversation, { after })
      expect(body).toHaveLength(size)
      on.push(...body.map((one) => one.content))
      after = body.at(-1)?.seq ?? after
    }
    expect(on).toEqual(all)
    for (const query of [{ after: -1 }, { after: 'x' }, { before: 1.5 }]) {
      const reply = await api.call(creator, 'messages.list', { params: conversation, query })
      expect(reply.status).toBe(422)
    }
  })

  it('sent twice under one id are stored and published once', async () => {
    const { seller, conversation } = await buildDeal(api.pool)
    const id = randomUUID()
    const received = await listening(seller)
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => send(seller, conversation, 'once', id)),
    )
    expect(new Set(replies.map((reply) => JSON.stringify([reply.status, reply.body]))).size).toBe(1)
    expect(replies[0]?.body).toMatchObject({
      id,
      content: 'once',
      sender_id: seller.id,
      read_at: null,
    })
    expectRefusal(await send(seller, conversation, 'once, said differently', id), 'message.another')
    expect((await list(seller, conversation)).body).toHaveLength(1)
    expect((await received()).filter((news) => news.includes(id))).toHaveLength(1)
  })

  it('cannot reuse another sender’s id, or an id from another conversation', async () => {
    const deal = await buildDeal(api.pool)
    const other = await buildDeal(api.pool)
    const id = randomUUID()
    await send(deal.seller, deal.conversation, 'mine', id)
    expectRefusal(await send(deal.creator, deal.conversation, 'stolen', id), 'request.not_found')
    expectRefusal(await send(other.seller, other.conversation, 'stolen', id), 'request.not_found')
    const both = await buildProject(api.pool, { seller: deal.seller })
    const second = await open(await buildCreator(api.pool), both)
    expectRefusal(await send(deal.seller, second.body, 'moved', id), 'request.not_found')
    expect((await list(deal.creator, deal.conversation)).body.map((one) => one.content)).toEqual([
      'mine',
    ])
  })

  it('are trimmed and have between 1 and 4000 characters', async () => {
    const { seller, conversation } = await buildDeal(api.pool)
    expect((await send(seller, conversation, '  hi \n there\u0000 ')).body.content).toBe(
      'hi \n there',
    )
    expectInvalid(await send(seller, conversation, ' \n\t '), 'content')
    expect((await send(seller, conversation, 'x'.repeat(4_000))).status).toBe(200)
    expectInvalid(await send(seller, conversation, 'x'.repeat(4_001)), 'content')
  })

  it('move their conversation to the top of both sides’ lists', async () => {
    const { seller, creator, conversation } = await buildDeal(api.pool)
    const beside = await buildProject(api.pool, { seller })
    await buildApplication(api.pool, { project: beside, creator })
    const other = (await open(creator, beside)).body
    const at = async () =>
      (await api.call(seller, 'conversations.get', { params: { id: conversation.id } })).body
        .updated_at
    const before = await at()
    for (const talk of [other, conversation]) {
      await send(seller, talk, 'hi')
      for (const side of [seller, creator]) {
        const { body } = await api.call(side, 'conversations.list')
        expect(body.map(({ id }) => id)).toHaveLength(2)
        expect(body[0]?.id).toBe(talk.id)
      }
    }
    const after = await at()
    expect(after > before).toBe(true)
  })

  it('are marked read by the recipient only, once', async () => {
    const { seller, creator, conversation } = await buildDeal(api.pool)
    await send(seller, conversation, 'one')
    await send(seller, conversation, 'two')
    await send(creator, conversation, 'three')
    const read = (as: Somebody) =>
      api.call(as, 'messages.read', { params: { id: conversation.id } })
    expect((await read(creator)).body).toEqual({ read: 2 })
    const state = (await list(seller, conversation)).body.map((one) => [
      one.content,
      one.read_at !== null,
    ])
    expect(state).toEqual([
      ['one', true],
      ['two', true],
      ['three', false],
    ])
    const first = (await list(seller, conversation)).body[0]?.read_at
    expect((await read(creator)).body).toEqual({ read: 0 })
    expect((await list(seller, conversation)).body[0]?.read_at).toBe(first)
  })

  it.each(['seller', 'creator'] as const)(
    'are refused once the %s has deleted their account, and what was written stays readable',
    async (leaving) => {
      const { seller, creator, conversation } = await buildDeal(api.pool)
      const [left, stays] = leaving === 'seller' ? [seller, creator] : [creator, seller]
      const id = randomUUID()
      expect((await send(stays, conversation, 'See you.', id)).status).toBe(200)
      const params = { id: conversation.id }
      const read = async () => (await api.call(stays, 'conversations.get', { params })).body
      expect((await read()).counterpart_deleted).toBe(false)

      await deleteAccount(api, left)
      expectRefusal(await send(stays, conversation, 'Still there?'), 'conversation.account_deleted')
      // Its response was lost: the message had arrived before.
      expect((await send(stays, conversation, 'See you.', id)).status).toBe(200)
      expect((await list(stays, conversation)).body).toHaveLength(1)
      expect((await read()).counterpart_deleted).toBe(true)
      const { body: all } = await api.call(stays, 'conversations.list')
      expect(all).toMatchObject([{ id: conversation.id, counterpart_deleted: true }])
    },
  )

  it('answer 404 to a stranger: list, send, read, and the conversation itself', async () => {
    const { conversation } = await buildDeal(api.pool)
    const params = { id: conversation.id }
    for (const stranger of [await buildCreator(api.pool), await buildSeller(api.pool)]) {
      await expectHidden(api, stranger, 'conversations.get', { params })
      await expectHidden(api, stranger, 'conversations.events', { params })
      await expectHidden(api, stranger, 'messages.list', { params })
      await expectHidden(api, stranger, 'messages.send', { params, body: { content: 'hello' } })
      await expectHidden(api, stranger, 'messages.read', { params })
      expect((await api.call(stranger, 'conversations.list')).body).toEqual([])
    }
    expect(
      (await rows(api.pool, sql`select 1 from messages where conversation_id = ${conversation.id}`))
        .length,
    ).toBe(0)
  })
})
