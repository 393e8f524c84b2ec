import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAYMENT_STATUSES } from '#contract/payments.ts'
import { MONEY_WAS_HELD, SAFETY_KINDS, SCAM_KINDS, warnedKinds } from '#contract/safety.ts'
import { oneRow, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildCreator,
  buildDeal,
  buildOperator,
  buildPayment,
  type BuiltUser,
} from '#tests/support/builders.ts'

let api: TestApi
let operator: BuiltUser
beforeAll(async () => {
  api = await startApi()
  operator = await buildOperator(api.pool)
})
afterAll(() => api.close())

type Somebody = { id: string }
const OUTSIDE = 'Can I pay you outside of the platform? My PayPal is jo@example.com'
const SCAM = 'Please buy two gift cards and send me the code you got by text'

const send = async (as: Somebody, conversation: Somebody, content: string, id = randomUUID()) =>
  (await api.call(as, 'messages.send', { params: conversation, body: { id, content } })).body
const list = async (as: Somebody, conversation: Somebody) =>
  (await api.call(as, 'messages.list', { params: conversation })).body
const warned = async () => (await api.call(operator, 'operator.overview')).body.warned_people

describe('a message with safety warnings', () => {
  test('is delivered unchanged, with its warnings shown to both sides', async () => {
    const { seller, creator, conversation } = await buildDeal(api.pool)
    const sent = await send(seller, conversation, OUTSIDE)
    expect(sent).toMatchObject({ content: OUTSIDE, safety: ['pay_outside', 'payment_address'] })
    expect(await list(creator, conversation)).toEqual([sent])
    expect((await send(creator, conversation, 'Thanks, I ask support.')).safety).toEqual([])
  })

  test('is the same message when it is sent again', async () => {
    const { seller, conversation } = await buildDeal(api.pool)
    const id = randomUUID()
    const first = await send(seller, conversation, OUTSIDE, id)
    expect(await send(seller, conversation, OUTSIDE, id)).toEqual(first)
  })

  test.each(PAYMENT_STATUSES)('has the warnings that fit a payment that is %s', async (status) => {
    const { seller, conversation, application } = await buildDeal(api.pool)
    await buildPayment(api.pool, { application, status })
    const isHeld = MONEY_WAS_HELD.some((held) => held === status)
    expect((await send(seller, conversation, OUTSIDE)).safety).toEqual(
      isHeld ? [] : ['pay_outside', 'payment_address'],
    )
    expect((await send(seller, conversation, SCAM)).safety).toEqual(['one_time_code', 'gift_card'])
    // The same function decides what the composer shows.
    expect(warnedKinds(SAFETY_KINDS, status)).toEqual(isHeld ? [...SCAM_KINDS] : [...SAFETY_KINDS])
  })

  test('keeps its warnings when money is held later, and is not affected by another deal’s held money', async () => {
    const deal = await buildDeal(api.pool)
    const other = await buildDeal(api.pool)
    await buildPayment(api.pool, { application: other.application, status: 'held_in_escrow' })
    const sent = await send(deal.creator, deal.conversation, OUTSIDE)
    expect(sent.safety).not.toEqual([])
    await buildPayment(api.pool, { application: deal.application, status: 'held_in_escrow' })
    expect((await list(deal.seller, deal.conversation))[0]?.safety).toEqual(sent.safety)
  })

  test('cannot be stored with an unknown kind of warning', async () => {
    const { seller, conversation } = await buildDeal(api.pool)
    await expect(
      oneRow(
        api.pool,
        sql`insert into messages (conversation_id, sender_id, content, safety)
          values (${conversation.id}, ${seller.id}, 'x', array['rude']) returning id`,
      ),
    ).rejects.toThrow('messages_safety_kinds')
  })
})

describe('operators', () => {
  test('see who sent three messages with scam warnings in seven days, how often and of which kinds', async () => {
    const { seller, creator, conversation } = await buildDeal(api.pool)
    const isListed = async () => (await warned()).find(({ id }) => id === seller.id)
    await send(seller, conversation, SCAM)
    await send(seller, conversation, 'Pay the $25 activation fee first, then we release the money.')
    for (let count = 0; count < 4; count += 1) await send(seller, conversation, OUTSIDE)
    expect(await isListed()).toBeUndefined()
    const last = await send(seller, conversation, 'What is the OTP you received?')
    expect(await isListed()).toEqual({
      id: seller.id,
      name: seller.name,
      role: 'seller',
      avatar_url: null,
      company_name: 'Ellen Harrow Goods',
      warnings: 3,
      kinds: ['advance_fee', 'gift_card', 'one_time_code'],
      last_at: last.created_at,
    })
    expect((await warned()).some(({ id }) => id === creator.id)).toBe(false)

    const week = Date.parse(last.created_at) + 7 * 24 * 60 * 60_000
    api.setNow(new Date(week - 60_000))
    expect(await isListed()).toMatchObject({ warnings: 3 })
    api.setNow(new Date(week + 60_000))
    expect(await isListed()).toBeUndefined()
    api.setNow(null)
  })

  test('no longer see those who deleted their account', async () => {
    const { seller, conversation } = await buildDeal(api.pool)
    for (let count = 0; count < 3; count += 1) await send(seller, conversation, SCAM)
    const isListed = async () => (await warned()).some(({ id }) => id === seller.id)
    expect(await isListed()).toBe(true)
    await api.pool.query('update auth.users set deleted_at = now() where id = $1', [seller.id])
    expect(await isListed()).toBe(false)
  })

  test('see the list of warned senders; a creator gets 404', async () => {
    const stranger = await buildCreator(api.pool)
    expect((await api.call(stranger, 'operator.overview')).status).toBe(404)
  })
})
