import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentNumber } from '#contract/documents.ts'
import { REFUND_TIMES_LINE } from '#contract/refund-times.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import {
  atProvider,
  buildPayableDeal,
  checkMoney,
  fund,
  type MoneyWorld,
  openBankDispute,
  type PayableDeal,
  startMoney,
  statusOf,
} from '#tests/support/money.ts'
import { verifiedSignature } from '#tests/support/pdf-signatures.ts'
import { textOfPages } from '#tests/support/pdfs.ts'
import { expectRefusal } from '#tests/support/refusals.ts'
import { decideDispute } from '#server/disputes/dispute-decision.ts'
import { buildOperator } from '#tests/support/builders.ts'
import { catchUpDocuments } from './document-schedule.ts'
import { builtViewer } from '#tests/support/two-processes.ts'

/** Documents follow the money: what each side has after every possible event of a payment. */

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterAll(() => world.close())

async function held(priceCents?: number) {
  const deal = await buildPayableDeal(world, priceCents)
  return { deal, id: await fund(world, deal) }
}
const release = (deal: PayableDeal, id: string) =>
  world.api.call(deal.seller, 'payments.release', { body: { payment_id: id } })
const becomes = (id: string, status: string) =>
  world.until(status, async () => (await statusOf(world, id)) === status)

/** Returns a person's documents of a payment, oldest first, as text: kind, amount, reason and what it corrects. */
async function documentsOf(reader: { id: string }, paymentId: string): Promise<string[]> {
  await world.until('the documents', async () => {
    const waiting = await rows(
      world.api.pool,
      sql`select from graphile_worker._private_jobs where key = ${`documents.issue:${paymentId}`}`,
    )
    return waiting.length === 0
  })
  const { body } = await world.api.call(reader, 'documents.list', { query: {} })
  const whole = await Promise.all(
    body.map(
      async ({ id }) => (await world.api.call(reader, 'documents.get', { params: { id } })).body,
    ),
  )
  return whole
    .filter((one) => one.payment_id === paymentId)
    .toReversed()
    .map(({ kind, total, reason, corrects }) =>
      [kind, total, reason, corrects === null ? null : `of ${corrects.number[0]}`]
        .filter((word) => word !== null)
        .join(' '),
    )
}

/** Returns what a person's newest document says below its lines. */
async function newestNotes(reader: { id: string }): Promise<string[]> {
  const { body } = await world.api.call(reader, 'documents.list', { query: {} })
  const params = { id: body[0]?.id ?? '' }
  return (await world.api.call(reader, 'documents.get', { params })).body.notes
}

test('held money produces a receipt, visible to the brand alone', async () => {
  const { deal, id } = await held(54_050)
  expect(await documentsOf(deal.seller, id)).toEqual(['receipt 540.5'])
  expect(await documentsOf(deal.creator, id)).toEqual([])
  const { body } = await world.api.call(deal.seller, 'documents.list', { query: {} })
  const receipt = { params: { id: body[0]?.id ?? '' } }
  const { body: whole } = await world.api.call(deal.seller, 'documents.get', receipt)
  expect(whole).toMatchObject({
    recipient: { name: `${deal.seller.name} Goods` },
    supplier: null,
    lines: [{ amount: 540.5 }],
    corrects: null,
    corrected_by: [],
  })
  expect(whole.number).toMatch(/^R-\d{4}-\d{6}$/)
  for (const stranger of [deal.creator, (await buildPayableDeal(world)).seller])
    expectRefusal(await world.api.call(stranger, 'documents.get', receipt), 'request.not_found')
  await checkMoney(world)
})

test('a release produces a proof of purchase for both sides and a fee invoice for the creator', async () => {
  const { deal, id } = await held(54_050)
  await release(deal, id)
  await becomes(id, 'released')
  expect(await documentsOf(deal.seller, id)).toEqual(['receipt 540.5', 'proof_of_purchase 540.5'])
  expect((await documentsOf(deal.creator, id)).toSorted()).toEqual([
    'fee_invoice 81.07',
    'proof_of_purchase 540.5',
  ])
  await checkMoney(world)
})

describe('returned money produces a credit note', () => {
  test('for the full amount when the creator refunds', async () => {
    const { deal, id } = await held()
    await world.api.call(deal.creator, 'payments.refund', { body: { payment_id: id } })
    await becomes(id, 'refunded')
    expect(await documentsOf(deal.seller, id)).toEqual([
      'receipt 540',
      'credit_note 540 returned of R',
    ])
    expect(await documentsOf(deal.creator, id)).toEqual([])
    expect(await newestNotes(deal.seller)).toEqual([
      'The payment was returned to the card.',
      REFUND_TIMES_LINE,
    ])
    await checkMoney(world)
  })

  test('for the part that an operator returns, with a proof of purchase for the rest', async () => {
    const { deal, id } = await held()
    await world.api.call(deal.seller, 'disputes.open', {
      params: { id },
      body: { reason: 'not_as_agreed', statement: 'The second clip is missing.' },
    })
    const [dispute] = await rows<{ id: string }>(
      world.api.pool,
      sql`update deal_disputes set status = 'awaiting_decision' where payment_id = ${id} returning id`,
    )
    const operator = builtViewer(await buildOperator(world.api.pool))
    const given = { outcome: 'split', returned_amount: 140.01, reason: 'Both were heard.' } as const
    await decideDispute(world.api.deps, operator, dispute?.id ?? '', given, new Date())
    await becomes(id, 'released')
    expect(await documentsOf(deal.seller, id)).toEqual([
      'receipt 540',
      'credit_note 140.01 decided of R',
      'proof_of_purchase 399.99',
    ])
    await checkMoney(world)
  })

  test('for a chargeback of held money', async () => {
    const { deal, id } = await held()
    const dispute = await openBankDispute(world, id)
    expect(await documentsOf(deal.seller, id)).toEqual(['receipt 540'])
    await atProvider(world, `disputes/${dispute}/close`, { outcome: 'lost' })
    await becomes(id, 'refunded')
    expect(await documentsOf(deal.seller, id)).toEqual([
      'receipt 540',
      'credit_note 540 charged_back of R',
    ])
    // If a bank took the money, the note does not mention how long it takes to show up.
    expect(await newestNotes(deal.seller)).toEqual(['The bank of the card took this payment back.'])
    await checkMoney(world)
  })

  test.each([
    ['won', []],
    ['lost', ['credit_note 540 charged_back of R']],
  ])('for a bank dispute after the release, only once it is lost: %s', async (outcome, after) => {
    const { deal, id } = await held()
    await release(deal, id)
    await becomes(id, 'released')
    const dispute = await openBankDispute(world, id)
    const before = ['receipt 540', 'proof_of_purchase 540']
    expect(await documentsOf(deal.seller, id)).toEqual(before)
    await atProvider(world, `disputes/${dispute}/close`, { outcome })
    await world.until(outcome, async () => {
      const [row] = await rows<{ outcome: string }>(
        world.api.pool,
        sql`select dispute_outcome as outcome from payments where id = ${id}`,
      )
      return row?.outcome === outcome
    })
    expect(await documentsOf(deal.seller, id)).toEqual([...before, ...after])
    expect(await documentsOf(deal.creator, id)).toHaveLength(2)
    await checkMoney(world)
  })
})

test('a reversed transfer credits purchase and fee, a bounced refund gets a new receipt, each credited once', async () => {
  const { deal, id } = await held()
  await release(deal, id)
  await becomes(id, 'released')
  const transfer = Object.values(world.stripe.state.transfers).find(
    ({ transfer_group }) => transfer_group === `payment_${id}`,
  )
  await atProvider(world, `transfers/${transfer?.id}/reverse`)
  await becomes(id, 'held_in_escrow')
  expect((await documentsOf(deal.creator, id)).toSorted()).toEqual([
    'credit_note 540 came_back of P',
    'credit_note 81 came_back of F',
    'fee_invoice 81',
    'proof_of_purchase 540',
  ])
  await world.api.call(deal.creator, 'payments.refund', { body: { payment_id: id } })
  await becomes(id, 'refunded')
  const refund = Object.values(world.stripe.state.refunds).at(-1)
  await atProvider(world, `refunds/${refund?.id}/settle`, { succeeds: false })
  await becomes(id, 'held_in_escrow')
  await release(deal, id)
  await becomes(id, 'released')
  expect(await documentsOf(deal.seller, id)).toEqual([
    'receipt 540',
    'proof_of_purchase 540',
    'credit_note 540 came_back of P',
    'credit_note 540 returned of R',
    'receipt 540',
    'proof_of_purchase 540',
  ])
  await checkMoney(world)
})

test('the PDF is made by a job on first request, shows the document’s data, and is the same for both readers', async () => {
  const { deal, id } = await held()
  await execute(
    world.api.pool,
    sql`update profiles set name = 'Łódź, Žižek, Ñandú, İstanbul' where id = ${deal.creator.id}`,
  )
  await release(deal, id)
  await becomes(id, 'released')
  await documentsOf(deal.seller, id)
  const { body } = await world.api.call(deal.creator, 'documents.list', { query: {} })
  const purchase = body.find(({ kind }) => kind === 'proof_of_purchase')
  const asked = { params: { id: purchase?.id ?? '' } }
  const pdfFor = (reader: { id: string }) => world.api.call(reader, 'documents.pdf', asked)
  expect((await pdfFor(deal.creator)).body.pdf).toBeNull()
  await world.until('the PDF', async () => (await pdfFor(deal.creator)).body.pdf !== null)
  const { pdf } = (await pdfFor(deal.seller)).body
  expect(pdf).toBe((await pdfFor(deal.creator)).body.pdf)
  expect(verifiedSignature(Buffer.from(pdf ?? '', 'base64'))?.signer).toBe('Cartwright')
  const [page = ''] = await textOfPages(Buffer.from(pdf ?? '', 'base64'))
  for (const word of [purchase?.number ?? '', 'Łódź, Žižek, Ñandú, İstanbul', '$540.00'])
    expect(page).toContain(word)
  const stranger = (await buildPayableDeal(world)).seller
  expectRefusal(await pdfFor(stranger), 'request.not_found')
})

test('a new document is mailed once to each reader who opted in', async () => {
  const deal = await buildPayableDeal(world)
  await world.api.call(deal.creator, 'notifications.prefer', {
    body: { kind: 'documents', email: true },
  })
  const id = await fund(world, deal)
  await release(deal, id)
  await becomes(id, 'released')
  await documentsOf(deal.creator, id)
  const mails = () =>
    rows<{ to: string; subject: string; text: string }>(
      world.api.pool,
      sql`select jobs.payload->>'to' as to, jobs.payload->>'subject' as subject, jobs.payload->>'text' as text
        from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
        where identifier = 'mail.send' and jobs.payload->>'dedupe_id' like 'document-%' order by 2`,
    )
  await world.until('the mails', async () => (await mails()).length >= 2)
  const sent = await mails()
  expect(sent.map(({ to }) => to)).toEqual([deal.creator.email, deal.creator.email])
  expect(sent.map(({ subject }) => subject.replace(/\d{4}-\d+$/, ''))).toEqual([
    'Fee invoice F-',
    'Proof of purchase P-',
  ])
  expect(sent[0]?.text).toContain('$81.00')
})

test('a payout that reached the bank gets a statement of its content, and a credit note if the bank returns it', async () => {
  const { deal, id } = await held(54_050)
  await release(deal, id)
  await becomes(id, 'released')
  const clock = (days: number) =>
    atProvider(world, 'clock', { advance_ms: days * 24 * 60 * 60 * 1000 })
  const aboutPayouts = async () => {
    const { body } = await world.api.call(deal.creator, 'documents.list', { query: {} })
    return body
      .filter(({ project_id }) => project_id === null)
      .toReversed()
      .map(({ kind, total, reason }) => [kind, total, reason])
  }
  await clock(3)
  expect(await aboutPayouts()).toEqual([])
  await clock(7)
  await world.until('the statement', async () => (await aboutPayouts()).length === 1)
  expect(await aboutPayouts()).toEqual([['payout_statement', 459.43, null]])
  const { body } = await world.api.call(deal.creator, 'documents.list', { query: {} })
  const made = { params: { id: body[0]?.id ?? '' } }
  expect((await world.api.call(deal.creator, 'documents.get', made)).body).toMatchObject({
    total: 459.43,
    total_label: 'Paid out to your bank',
    lines: [{ amount: 540.5 }, { amount: -81.07 }],
    table: { columns: ['Price', 'Fee', 'Your share'], totals: [540.5, -81.07, 459.43] },
  })
  expectRefusal(await world.api.call(deal.seller, 'documents.get', made), 'request.not_found')
  const payout = Object.values(world.stripe.state.payouts).findLast(
    ({ status }) => status === 'paid',
  )
  await atProvider(world, `payouts/${payout?.id}/fail`)
  await world.until('its return', async () => (await aboutPayouts()).length === 2)
  expect(await aboutPayouts()).toEqual([
    ['payout_statement', 459.43, null],
    ['credit_note', 459.43, 'bank_returned'],
  ])
  // Repeated events are a no-op.
  await world.api.pool.query('update payouts set documented = false')
  await catchUpDocuments(world.api.deps)
  await world.until('the jobs', async () => {
    const { rows: waiting } = await world.api.pool.query(
      `select from payouts where status <> 'on_its_way' and not documented`,
    )
    return waiting.length === 0
  })
  expect(await aboutPayouts()).toHaveLength(2)
  await checkMoney(world)
})

test('documents cannot be changed or deleted, and their series only count up', async () => {
  const { deal, id } = await held()
  await documentsOf(deal.seller, id)
  for (const forbidden of [
    'update documents set total = 1',
    'delete from documents',
    'truncate documents cascade',
    'delete from document_series',
    'update document_series set last = last + 2',
    'update document_series set last = last - 1',
    // This would leave a number without a document, so it is refused at commit.
    'update document_series set last = last + 1',
    `insert into documents select * from documents limit 1 on conflict do nothing`,
  ])
    await expect(world.api.pool.query(forbidden), forbidden).rejects.toThrow(
      /append-only|counts up|is missing/,
    )
  const year = new Date().getUTCFullYear()
  expect(documentNumber('R', year, 42)).toBe(`R-${year}-000042`)
  await checkMoney(world)
})
