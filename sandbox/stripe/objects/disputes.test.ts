import { afterEach, beforeEach, expect, test } from 'vitest'
import type { StripeSandbox } from '#sandbox/stripe/server.ts'
import { chargeThrough, control, rawCall, startTestSandbox } from '#sandbox/stripe/test-support.ts'

let sandbox: StripeSandbox
beforeEach(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.close())

const total = () =>
  Object.values(sandbox.state.balance_transactions).reduce((sum, row) => sum + row.net, 0)
const eventTypes = () => Object.values(sandbox.state.events).map(({ event }) => event.type)
const PAID = 54_000 - 1_596

test('a dispute takes the money and a fee immediately, and emits two events', async () => {
  const charge = await chargeThrough(sandbox)
  expect(total()).toBe(PAID)
  const opened = await control(sandbox, `charges/${charge}/dispute`)
  expect(opened.status).toBe(200)
  expect(total()).toBe(PAID - 54_000 - 1_500)
  expect(eventTypes().slice(-2)).toEqual([
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
  ])
  const list = await rawCall(sandbox, `GET /v1/disputes?charge=${charge}`)
  expect(list.json).toMatchObject({ data: [{ amount: 54_000, charge, status: 'needs_response' }] })
  expect((await control(sandbox, `charges/${charge}/dispute`)).status).toBe(404)
})

test('a won dispute brings the money back without the fee', async () => {
  const id = sandbox.controls.openDispute(await chargeThrough(sandbox)) ?? ''
  expect((await control(sandbox, `disputes/${id}/close`, { outcome: 'won' })).status).toBe(200)
  expect(total()).toBe(PAID - 1_500)
  expect(eventTypes().slice(-2)).toEqual([
    'charge.dispute.closed',
    'charge.dispute.funds_reinstated',
  ])
  expect(sandbox.controls.closeDispute(id, 'lost')).toBe(false)
})

test.each([
  [
    'decided for the cardholder',
    (id: string) => control(sandbox, `disputes/${id}/close`, { outcome: 'lost' }),
  ],
  ['accepted through the API', (id: string) => rawCall(sandbox, `POST /v1/disputes/${id}/close`)],
])('a dispute that is %s is lost, and cannot be closed again', async (_, close) => {
  const id = sandbox.controls.openDispute(await chargeThrough(sandbox)) ?? ''
  expect((await close(id)).status).toBe(200)
  expect(sandbox.state.disputes[id]?.status).toBe('lost')
  expect(total()).toBe(PAID - 54_000 - 1_500)
  expect(eventTypes().at(-1)).toBe('charge.dispute.closed')
  expect((await rawCall(sandbox, `POST /v1/disputes/${id}/close`)).status).toBe(400)
  expect(sandbox.controls.closeDispute(id, 'won')).toBe(false)
  expect(sandbox.state.disputes[id]?.status).toBe('lost')
})

const answer = (id: string, evidence: object, more: object = {}) =>
  rawCall(sandbox, `POST /v1/disputes/${id}`, {
    form: {
      ...Object.fromEntries(
        Object.entries(evidence).map(([name, value]) => [`evidence[${name}]`, String(value)]),
      ),
      ...more,
    },
  })
const TEXT = { product_description: 'Three videos', customer_name: 'Lumen' }

test('evidence is submitted once, and the bank then reviews it', async () => {
  const id = sandbox.controls.openDispute(await chargeThrough(sandbox)) ?? ''
  const sent = await answer(id, TEXT, { submit: 'true', 'metadata[payment_id]': 'p1' })
  expect(sent.json).toMatchObject({
    status: 'under_review',
    evidence: TEXT,
    evidence_details: { submission_count: 1, has_evidence: true, past_due: false },
    metadata: { payment_id: 'p1' },
  })
  expect(eventTypes().at(-1)).toBe('charge.dispute.updated')
  const again = await answer(id, { product_description: 'Another' })
  expect(again.status).toBe(400)
  expect(sandbox.state.disputes[id]?.evidence.product_description).toBe('Three videos')
  // The bank may still decide either way.
  expect(sandbox.controls.closeDispute(id, 'won')).toBe(true)
})

test('staged evidence can still be changed', async () => {
  const id = sandbox.controls.openDispute(await chargeThrough(sandbox)) ?? ''
  const staged = await answer(id, TEXT, { submit: 'false' })
  expect(staged.json).toMatchObject({
    status: 'needs_response',
    evidence_details: { submission_count: 0, has_evidence: true },
  })
  expect((await answer(id, { customer_name: '' })).json).toMatchObject({
    status: 'under_review',
    evidence: { ...TEXT, customer_name: null },
  })
})

test('evidence is refused after the deadline, once decided, and when there is too much of it', async () => {
  const late = sandbox.controls.openDispute(await chargeThrough(sandbox)) ?? ''
  const most = { product_description: 'x'.repeat(20_000) }
  expect((await answer(late, { product_description: 'x'.repeat(20_001) })).status).toBe(400)
  sandbox.controls.advanceClock(9 * 24 * 3_600_000)
  expect((await answer(late, most)).status).toBe(400)
  expect(sandbox.state.disputes[late]?.evidence_details).toMatchObject({
    past_due: true,
    submission_count: 0,
  })
  for (const outcome of ['won', 'lost'] as const) {
    const over = sandbox.controls.openDispute(await chargeThrough(sandbox)) ?? ''
    sandbox.controls.closeDispute(over, outcome)
    expect((await answer(over, TEXT)).status).toBe(400)
    expect(sandbox.state.disputes[over]?.status).toBe(outcome)
  }
})

test('a disputed charge cannot be refunded, and a refunded one not disputed', async () => {
  const charge = await chargeThrough(sandbox)
  sandbox.controls.openDispute(charge)
  const refused = await rawCall(sandbox, 'POST /v1/refunds', { form: { charge } })
  expect(refused.json.error).toMatchObject({ code: 'charge_disputed' })
  const other = await chargeThrough(sandbox)
  await rawCall(sandbox, 'POST /v1/refunds', { form: { charge: other } })
  expect(sandbox.controls.openDispute(other)).toBeNull()
})

test('a pending refund succeeds, or fails and returns to the balance', async () => {
  for (const succeeds of [true, false]) {
    const charge = await chargeThrough(sandbox)
    const before = total()
    await control(sandbox, 'switches', { name: 'refund_pending' })
    const made = await rawCall(sandbox, 'POST /v1/refunds', { form: { charge } })
    expect(made.json).toMatchObject({ status: 'pending' })
    const settled = await control(sandbox, `refunds/${made.json.id}/settle`, { succeeds })
    expect(settled.status).toBe(200)
    expect(sandbox.state.refunds[String(made.json.id)]?.status).toBe(
      succeeds ? 'succeeded' : 'failed',
    )
    expect(total()).toBe(succeeds ? before - 54_000 : before)
    expect(sandbox.state.charges[charge]?.refunded).toBe(succeeds)
    expect(eventTypes().at(-1)).toBe('refund.updated')
  }
})

test('a refund that had arrived can still fail', async () => {
  const charge = await chargeThrough(sandbox)
  const made = await rawCall(sandbox, 'POST /v1/refunds', { form: { charge } })
  expect(made.json).toMatchObject({ status: 'succeeded' })
  expect(sandbox.controls.settleRefund(String(made.json.id), false)).toBe(true)
  expect(total()).toBe(PAID)
  expect(eventTypes().slice(-2)).toEqual(['refund.failed', 'refund.updated'])
})

test('lists can be filtered by time', async () => {
  await chargeThrough(sandbox)
  sandbox.controls.advanceClock(60 * 60 * 1000)
  const later = await chargeThrough(sandbox)
  const since = sandbox.state.charges[later]?.created ?? 0
  const list = await rawCall(sandbox, `GET /v1/charges?created[gte]=${since}`)
  expect(list.json).toMatchObject({ data: [{ id: later }], has_more: false })
})
