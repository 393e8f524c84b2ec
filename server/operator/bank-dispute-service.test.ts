import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { REQUEST_BOUNDS } from '#contract/request-bounds.ts'
import { BANK_EVIDENCE_FIELDS, BANK_EVIDENCE_LIMITS } from '#contract/bank-disputes.ts'
import { oneRow, rows, sql } from '#server/db/sql.ts'
import type { BankEvidence } from '#contract/bank-dispute-schemas.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { settleEvidence } from '#server/payments/dispute/bank-evidence.ts'
import { lockPayment } from '#server/payments/record/payment-store.ts'
import { inSnapshot } from '#server/operator/acts/act-chain.ts'
import { requestHash } from '#server/providers/stripe/provider-request.ts'
import { disputeEvidenceRequest } from '#server/providers/stripe/requests.ts'
import { sealsVerdict } from '#server/signatures/evidence-seals.ts'
import {
  buildApplication,
  buildCreator,
  buildDeliverable,
  buildMessage,
  buildOperator,
  buildProject,
  buildSeller,
  type BuiltUser,
  OPERATOR_EMAIL,
} from '#tests/support/builders.ts'
import {
  atProvider,
  buildPayableDeal,
  checkMoney,
  fund,
  type MoneyWorld,
  openBankDispute,
  receiveEvents,
  startMoney,
} from '#tests/support/money.ts'
import { waitingForLocks } from '#tests/support/lock-waiters.ts'
import { expectInvalid, expectRefusal } from '#tests/support/refusals.ts'
import { watchStatements } from '#tests/support/statements.ts'

let world: MoneyWorld
let operator: BuiltUser
let colleague: BuiltUser
const COLLEAGUE_EMAIL = 'colleague@cartwright.example'
beforeAll(async () => {
  world = await startMoney({ config: { operatorEmails: [OPERATOR_EMAIL, COLLEAGUE_EMAIL] } })
  operator = await buildOperator(world.api.pool)
  colleague = await buildSeller(world.api.pool, 'Ben Bauer', COLLEAGUE_EMAIL)
})
beforeEach(() => {
  world.api.setNow(null)
  receiveEvents(world)
})
afterAll(() => world.close())

const DAY = 86_400_000
const REASON = 'The videos were delivered and approved.'
const EVIDENCE = { product_description: 'Three unboxing videos.', customer_name: 'Lumen Tea' }

async function disputed() {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  const disputeId = await openBankDispute(world, id)
  return { deal, id, disputeId }
}

const send = (id: string, evidence: object = EVIDENCE, by: BuiltUser = operator) =>
  world.api.call(by, 'operator.send_bank_evidence', {
    params: { id },
    body: { evidence: evidence as typeof EVIDENCE, reason: REASON },
  })
const seen = async (id: string) =>
  (await world.api.call(operator, 'operator.bank_dispute', { params: { id } })).body
const atBank = (disputeId: string) => {
  const dispute = world.stripe.state.disputes[disputeId]
  return {
    status: dispute?.status,
    sent: dispute?.evidence_details.submission_count,
    text: dispute?.evidence.product_description,
  }
}
const acts = async (id: string) =>
  (
    await world.api.call(operator, 'operator.activity', {
      query: { subject: 'payment', subject_id: id },
    })
  ).body.rows.map(({ act, reason, actor_name }) => ({ act, reason, actor_name }))
const callsOf = (disputeId: string) =>
  rows<{ state: string; request: unknown }>(
    world.api.pool,
    sql`select state, request from provider_calls where subject = ${disputeId} order by id`,
  )
const sentAct = () => ({ act: 'send_bank_evidence', reason: REASON, actor_name: operator.name })
/** The client itself retries a call once, so two responses are lost. */
const loseAnswers = () =>
  atProvider(world, 'switches', {
    name: 'reset_after',
    times: 2,
    target: 'POST /v1/disputes/:id',
  })
const until = (disputeId: string, state: string) =>
  world.until(state, async () => (await callsOf(disputeId)).at(-1)?.state === state)

describe('nothing is sent', () => {
  test('about an unknown payment, or one that no bank disputes', async () => {
    const id = await fund(world, await buildPayableDeal(world))
    expectRefusal(await send(id), 'bank_dispute.none')
    expectRefusal(await send(crypto.randomUUID()), 'request.not_found')
  })

  test('from the deadline on, to the millisecond', async () => {
    const { id, disputeId } = await disputed()
    const due = Date.parse((await seen(id)).due_by ?? '')
    world.api.setNow(new Date(due))
    expect(await seen(id)).toMatchObject({ state: 'past_due', evidence: null })
    expectRefusal(await send(id), 'bank_dispute.past_due')
    expect(atBank(disputeId).sent).toBe(0)
    world.api.setNow(new Date(due - 1))
    expect((await send(id)).status).toBe(200)
  })

  test.each(['won', 'lost'] as const)('once the bank has decided: %s', async (outcome) => {
    const { id, disputeId } = await disputed()
    world.stripe.controls.closeDispute(disputeId, outcome)
    expect(await seen(id)).toMatchObject({ state: 'closed', outcome, evidence: null })
    expectRefusal(await send(id), 'bank_dispute.closed')
    expect(atBank(disputeId).sent).toBe(0)
    expect(await callsOf(disputeId)).toEqual([])
  })

  test('a second time, by anyone, with the same text or another', async () => {
    const { id, disputeId } = await disputed()
    expect((await send(id)).status).toBe(200)
    for (const by of [operator, colleague]) {
      expectRefusal(await send(id, EVIDENCE, by), 'bank_dispute.sent')
      const other = { product_description: 'Something else.' }
      expectRefusal(await send(id, other, by), 'bank_dispute.sent')
    }
    expect(atBank(disputeId)).toMatchObject({ sent: 1, text: EVIDENCE.product_description })
    expect(await acts(id)).toEqual([sentAct()])
  })

  test('when evidence was already sent by hand in the provider’s dashboard', async () => {
    const { id, disputeId } = await disputed()
    const dispute = world.stripe.state.disputes[disputeId]
    if (dispute === undefined) throw new Error('no dispute')
    dispute.status = 'under_review'
    dispute.evidence_details.submission_count = 1
    expect(await seen(id)).toMatchObject({ state: 'sent', sent: null, evidence: null })
    expectRefusal(await send(id), 'bank_dispute.sent')
    expect(await acts(id)).toEqual([])
  })

  test('when the bank accepts no evidence', async () => {
    const { id, disputeId } = await disputed()
    const dispute = world.stripe.state.disputes[disputeId]
    if (dispute === undefined) throw new Error('no dispute')
    dispute.evidence_details.due_by = 0
    expect(await seen(id)).toMatchObject({ state: 'not_taken', due_by: null })
    expectRefusal(await send(id), 'bank_dispute.not_taken')
    expect(atBank(disputeId).sent).toBe(0)
  })

  test('without a description or a reason, or beyond a field’s limit', async () => {
    const { id, disputeId } = await disputed()
    expectInvalid(await send(id, { product_description: ' ' }), 'evidence.product_description')
    for (const name of BANK_EVIDENCE_FIELDS)
      expectInvalid(
        await send(id, { ...EVIDENCE, [name]: 'x'.repeat(BANK_EVIDENCE_LIMITS[name] + 1) }),
        `evidence.${name}`,
      )
    const body = { evidence: EVIDENCE, reason: '' }
    expectInvalid(
      await world.api.call(operator, 'operator.send_bank_evidence', { params: { id }, body }),
      'reason',
    )
    expect(atBank(disputeId).sent).toBe(0)
  })
})

/**
 * Every other page takes two statements. This one also queries the provider and settles what it reports. Two statements
 * identify the person and their role.
 */
const MOST_STATEMENTS = 7 + 2

test('the dispute page takes a fixed number of SQL statements, however long its deal is', async () => {
  const { deal, id } = await disputed()
  const sent = watchStatements(world.api.deps.pool)
  const counts = async () => {
    const seenStatements: number[] = []
    // Background work shares the pool and only adds statements: the lowest of three counts is the page's own.
    for (let again = 0; again < 3; again += 1) {
      sent()
      await seen(id)
      seenStatements.push(sent().length)
    }
    return Math.min(...seenStatements)
  }
  const short = await counts()
  expect(short).toBeLessThanOrEqual(MOST_STATEMENTS)
  const { conversation, creator, application } = deal
  for (let version = 1; version <= 3; version += 1) {
    await buildDeliverable(world.api.pool, {
      application: { ...application, creator },
      version,
    })
    await buildMessage(world.api.pool, { conversation, sender: creator })
  }
  expect(await counts()).toBe(short)
})

describe('evidence', () => {
  test('is drafted from the deal’s project, brand, price, deliveries, messages and activity', async () => {
    const { deal, id } = await disputed()
    await buildDeliverable(world.api.pool, {
      application: { ...deal.application, creator: deal.creator },
      status: 'approved',
    })
    await buildMessage(world.api.pool, {
      conversation: deal.conversation,
      sender: deal.creator,
    })
    const { evidence, ...told } = await seen(id)
    expect(told).toMatchObject({
      state: 'open',
      reason: 'fraudulent',
      outcome: 'open',
      amount: 540,
      sent: null,
    })
    expect(Date.parse(told.due_by ?? '')).toBeGreaterThan(Date.now() + 8 * DAY)
    expect(evidence?.product_description).toContain(deal.project.title)
    expect(evidence?.customer_email_address).toBe(deal.seller.email)
    expect(evidence?.uncategorized_text).toContain('$540.00')
    expect(evidence?.uncategorized_text).toContain('Delivery 1')
    expect(evidence?.uncategorized_text).toContain('The mug arrived.')
    expect(evidence?.service_date).not.toBe('')
    // In chronological order: the payment comes after the order to pay.
    const log = evidence?.access_activity_log.split('\n') ?? []
    expect(log.at(-1)).toMatch(/customer: paid$/)
    expect(log.length).toBeGreaterThan(1)
  })

  test('contains nothing of another applicant or another deal of the same brand', async () => {
    const { deal, id } = await disputed()
    const { evidence: before } = await seen(id)
    const { pool } = world.api
    const noel = await buildCreator(pool, { name: 'Noel Ferreira' })
    await buildApplication(pool, { project: deal.project, creator: noel, status: 'rejected' })
    const project = await buildProject(pool, {
      seller: deal.seller,
      title: 'Teapots',
      status: 'in_progress',
    })
    const application = await buildApplication(pool, {
      project,
      creator: deal.creator,
      status: 'accepted',
    })
    await buildDeliverable(pool, { application, status: 'approved' })
    for (const [about, creator] of [
      [deal.project, noel],
      [project, deal.creator],
    ] as const) {
      const conversation = await oneRow<{ id: string }>(
        pool,
        sql`insert into conversations (project_id, seller_id, creator_id)
          values (${about.id}, ${deal.seller.id}, ${creator.id}) returning id`,
      )
      await buildMessage(pool, { conversation, sender: creator })
    }
    expect((await seen(id)).evidence).toEqual(before)
  })

  test('can be sent as drafted, even from the longest deal', async () => {
    const { deal, id, disputeId } = await disputed()
    await world.api.pool.query(`update projects set description = $2 where id = $1`, [
      deal.project.id,
      '漢'.repeat(5_000),
    ])
    await world.api.pool.query(
      `insert into messages (conversation_id, sender_id, content)
        select $1, $2, repeat('字', 4000) from generate_series(1, 120)`,
      [deal.conversation.id, deal.seller.id],
    )
    const { evidence } = await seen(id)
    expect((await send(id, evidence ?? {})).status).toBe(200)
    expect(atBank(disputeId).text).toBe(evidence?.product_description)
  })

  test('fits into one request even if every field is filled with multi-byte characters', () => {
    const most = Object.fromEntries(
      BANK_EVIDENCE_FIELDS.map((name) => [name, '漢'.repeat(BANK_EVIDENCE_LIMITS[name])]),
    )
    const body = JSON.stringify({ evidence: most, reason: '漢'.repeat(500) })
    expect(Buffer.byteLength(body)).toBeLessThan(REQUEST_BOUNDS.bodyBytes)
  })

  test('reaches the bank and is recorded with its author and reason; its text is not stored', async () => {
    const { id, disputeId } = await disputed()
    expect((await send(id)).body).toEqual({ changed: true, reason: REASON })
    expect(atBank(disputeId)).toEqual({
      status: 'under_review',
      sent: 1,
      text: EVIDENCE.product_description,
    })
    expect(await seen(id)).toMatchObject({
      state: 'sent',
      outcome: 'open',
      sent: { by: operator.name, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      evidence: null,
    })
    expect(await acts(id)).toEqual([sentAct()])
    expect(await callsOf(disputeId)).toEqual([{ state: 'succeeded', request: null }])
    // Its event changes nothing, even when repeated.
    for (const { event } of Object.values(world.stripe.state.events))
      if (event.type === 'charge.dispute.updated') world.stripe.controls.redeliver(event.id)
    await world.until('the events', async () => {
      const waiting = await rows(
        world.api.pool,
        sql`select 1 from webhook_events where applied_at is null`,
      )
      return waiting.length === 0
    })
    expect(await acts(id)).toEqual([sentAct()])
    await checkMoney(world)
  })

  test('from two operators concurrently reaches the bank once, and one of them is refused', async () => {
    const { id, disputeId } = await disputed()
    const other = { ...EVIDENCE, product_description: 'The other’s words.' }
    const replies = await Promise.all([send(id), send(id, other, colleague)])
    const done = replies.filter(({ status }) => status === 200)
    expect(done).toHaveLength(1)
    const refused = replies.find(({ status }) => status !== 200)
    expect(['bank_dispute.sent', 'bank_dispute.other_sent']).toContain(
      (refused?.body as { code?: string } | undefined)?.code,
    )
    const [sender, sent] = replies[0]?.status === 200 ? [operator, EVIDENCE] : [colleague, other]
    expect(atBank(disputeId)).toMatchObject({ sent: 1, text: sent.product_description })
    expect(await acts(id)).toEqual([{ ...sentAct(), actor_name: sender.name }])
  })

  test('waits for a concurrent event that is recording it, without a deadlock', async () => {
    const { id, disputeId } = await disputed()
    world.stripe.setWebhookUrl(null)
    let reply: ReturnType<typeof send> | undefined
    await inTransaction(world.api.pool, async (tx) => {
      const payment = await lockPayment(tx, id)
      reply = send(id)
      await world.until(
        'the click to wait for the payment',
        async () => (await waitingForLocks(world.api.pool)) > 0,
      )
      const dispute = await world.api.deps.payments.retrieveDispute(disputeId)
      if (dispute === null || payment === null)
        throw new Error('the payment or its dispute is gone')
      await settleEvidence(tx, world.api.deps, payment, dispute)
    })
    expect((await reply)?.status).toBe(200)
    expect(await callsOf(disputeId)).toEqual([{ state: 'succeeded', request: null }])
    expect(await acts(id)).toEqual([sentAct()])
  })

  test('from three concurrent clicks reaches the bank once, and is recorded once', async () => {
    // Five rounds: a click must find that the first click's call has just been settled, while its own read of the
    // dispute is older.
    for (let round = 0; round < 5; round += 1) {
      const { id, disputeId } = await disputed()
      const replies = await Promise.all([send(id), send(id), send(id)])
      expect(replies.map(({ status }) => status)).toContain(200)
      await until(disputeId, 'succeeded')
      expect(await callsOf(disputeId)).toEqual([{ state: 'succeeded', request: null }])
      expect(atBank(disputeId).sent).toBe(1)
      expect(await acts(id)).toEqual([sentAct()])
    }
  })
})

describe('a lost response', () => {
  test('allows only the same text to be sent again', async () => {
    const { id, disputeId } = await disputed()
    world.stripe.setWebhookUrl(null)
    await loseAnswers()
    expectRefusal(await send(id), 'bank_dispute.provider_unavailable')
    expect(await acts(id)).toEqual([])
    const other = { ...EVIDENCE, product_description: 'Better words.' }
    expectRefusal(await send(id, other), 'bank_dispute.other_sent')
    expect((await send(id)).body).toEqual({ changed: true, reason: REASON })
    expect(atBank(disputeId)).toMatchObject({ sent: 1, text: EVIDENCE.product_description })
    expect(await acts(id)).toEqual([sentAct()])
    expect(await callsOf(disputeId)).toEqual([{ state: 'succeeded', request: null }])
  })

  test('is resolved by the provider’s event, and the text is deleted', async () => {
    const { id, disputeId } = await disputed()
    await loseAnswers()
    expectRefusal(await send(id), 'bank_dispute.provider_unavailable')
    await until(disputeId, 'succeeded')
    expect(await callsOf(disputeId)).toEqual([{ state: 'succeeded', request: null }])
    expect(await acts(id)).toEqual([sentAct()])
    expectRefusal(await send(id), 'bank_dispute.sent')
  })

  test('is resolved by reading the dispute again when the event is lost too', async () => {
    const { id } = await disputed()
    world.stripe.setWebhookUrl(null)
    await loseAnswers()
    expectRefusal(await send(id), 'bank_dispute.provider_unavailable')
    expect(await seen(id)).toMatchObject({ state: 'sent', sent: { by: operator.name } })
    expect(await acts(id)).toEqual([sentAct()])
  })

  test('to a request that never arrived keeps the typed text until the dispute ends', async () => {
    const { id, disputeId } = await disputed()
    await atProvider(world, 'switches', {
      name: 'rate_limited',
      times: 1,
      target: 'POST /v1/disputes/:id',
    })
    expectRefusal(await send(id), 'bank_dispute.provider_unavailable')
    expect(await seen(id)).toMatchObject({ state: 'unanswered', evidence: EVIDENCE })
    world.stripe.controls.closeDispute(disputeId, 'lost')
    await until(disputeId, 'failed')
    expect(await callsOf(disputeId)).toMatchObject([{ state: 'failed', request: null }])
    expectRefusal(await send(id), 'bank_dispute.closed')
    expect(await acts(id)).toEqual([])
  })

  test('a definitive refusal is reported, shown to operators, and allows another attempt', async () => {
    const { id, disputeId } = await disputed()
    await atProvider(world, 'switches', {
      name: 'refuse_request',
      times: 1,
      target: 'POST /v1/disputes/:id',
    })
    expectRefusal(await send(id), 'bank_dispute.provider_refused')
    expect(await callsOf(disputeId)).toMatchObject([{ state: 'failed', request: null }])
    const open = async () =>
      rows(
        world.api.pool,
        sql`select 1 from money_differences where provider_id = ${`dispute_evidence:${disputeId}`}
          and resolved_at is null`,
      )
    expect(await open()).toHaveLength(1)
    expect((await send(id, { ...EVIDENCE, product_description: 'Better words.' })).status).toBe(200)
    expect(await open()).toEqual([])
    expect(atBank(disputeId)).toMatchObject({ sent: 1, text: 'Better words.' })
  })
})

describe('the seal of evidence', () => {
  const verdict = () => inSnapshot(world.api.pool, sealsVerdict)
  /** As the database owner, who can switch a trigger off. */
  const tamper = async (statement: string) => {
    await world.api.pool.query(
      `begin; alter table bank_evidence_seals disable trigger user; ${statement};
        alter table bank_evidence_seals enable trigger user; commit`,
    )
  }

  test('contains the hash of what was sent, which the operator log names too, but not its text', async () => {
    const { id } = await disputed()
    await send(id)
    const { sent } = await seen(id)
    expect(sent?.sha256).toBe(requestHash(disputeEvidenceRequest(id, { ...EMPTY, ...EVIDENCE })))
    const [act] = await rows<{ subject_name: string }>(
      world.api.pool,
      sql`select subject_name from operator_acts where subject_id = ${id}`,
    )
    expect(act?.subject_name).toContain(` ${sent?.sha256}`)
    expect(await verdict()).toMatchObject({ holds: true })
    const { seal } = await sealOf(id)
    const said = Buffer.from(seal.split('.')[1] ?? '', 'base64url').toString()
    expect(said).not.toContain(EVIDENCE.product_description)
    expect(JSON.parse(said)).toMatchObject({
      sha256: sent?.sha256,
      payment_id: id,
      fields: {
        product_description: createHash('sha256')
          .update(EVIDENCE.product_description)
          .digest('hex'),
      },
    })
  })

  const EMPTY = Object.fromEntries(BANK_EVIDENCE_FIELDS.map((name) => [name, ''])) as BankEvidence
  const sealOf = (paymentId: string) =>
    oneRow<{ seal: string; sha256: string }>(
      world.api.pool,
      sql`select seal, sha256 from bank_evidence_seals where payment_id = ${paymentId}`,
    )

  test.each([
    [
      'another hash',
      (id: string) =>
        `update bank_evidence_seals set sha256 = repeat('a', 64) where payment_id = '${id}'`,
      'its seal was changed',
    ],
    [
      'another signature',
      (id: string) =>
        `update bank_evidence_seals set seal = overlay(seal placing 'AAAA' from length(seal) - 20) where payment_id = '${id}'`,
      'its seal was changed',
    ],
    [
      'no seal any more',
      (id: string) => `delete from bank_evidence_seals where payment_id = '${id}'`,
      'its seal is gone',
    ],
  ])('with %s is detected', async (_what, statement, problem) => {
    const { id, disputeId } = await disputed()
    await send(id)
    const [kept] = await rows<Record<string, unknown>>(
      world.api.pool,
      sql`select to_jsonb(bank_evidence_seals) as row from bank_evidence_seals where payment_id = ${id}`,
    )
    await tamper(statement(id))
    const found = await verdict()
    expect(found).toMatchObject({ holds: false })
    expect('problem' in found && found.problem).toContain(`${disputeId}: ${problem}`)
    await tamper(`delete from bank_evidence_seals where payment_id = '${id}'`)
    await world.api.pool.query(
      'insert into bank_evidence_seals select * from jsonb_populate_record(null::bank_evidence_seals, $1)',
      [kept?.['row']],
    )
    expect(await verdict()).toMatchObject({ holds: true })
  })

  test('cannot be changed by the serving role', async () => {
    const { id } = await disputed()
    await send(id)
    for (const statement of [
      'delete from bank_evidence_seals',
      "update bank_evidence_seals set seal = 'x'",
    ])
      await expect(world.api.deps.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
  })
})
