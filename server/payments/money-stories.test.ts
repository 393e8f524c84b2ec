import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { LEDGER_ACCOUNTS, type LedgerAccount } from '#contract/ledger.ts'
import { rows, sql } from '#server/db/sql.ts'
import {
  atProvider,
  buildPayableDeal,
  checkMoney,
  fund,
  type MoneyWorld,
  type PayableDeal,
  saveCard,
  sessionOf,
  startFunding,
  startMoney,
  statusOf,
} from '#tests/support/money.ts'

/** One story for each way money can go: its complete ledger as a table, in cents, debits positive. */

let world: MoneyWorld
beforeAll(async () => {
  world = await startMoney()
})
afterEach(() => checkMoney(world))
afterAll(() => world.close())

const GOOD_CARD = '4242424242424242'

const release = (deal: PayableDeal, id: string) =>
  world.api.call(deal.seller, 'payments.release', { body: { payment_id: id } })

test('funded and released', async () => {
  const deal = await buildPayableDeal(world, 54_050)
  const id = await fund(world, deal)
  await release(deal, id)
  expect(await ledgerTable(id)).toBe(`
            provider_clearing  escrow  creator_payable  platform_fee
  hold                  54050  -54050
  release                       54050           -45943         -8107
  transfer             -45943                    45943
  sum                    8107       0                0         -8107`)
})

test('funded and returned by the creator', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  await world.api.call(deal.creator, 'payments.refund', { body: { payment_id: id } })
  expect(await ledgerTable(id)).toBe(RETURNED)
})

test('paid with a saved card', async () => {
  const deal = await buildPayableDeal(world)
  const card = await saveCard(world, deal.seller, GOOD_CARD)
  const { body } = await world.api.call(deal.seller, 'payments.create', {
    body: {
      project_id: deal.project.id,
      application_id: deal.application.id,
      payment_method_id: card,
    },
  })
  await release(deal, body.id)
  expect(await ledgerTable(body.id)).toBe(RELEASED)
})

test('paid twice: the second payment goes straight back', async () => {
  const deal = await buildPayableDeal(world)
  const { id, sessionId } = await startFunding(world, deal)
  // The attempt counts as failed while its page is still open: a second page is opened beside it and both are paid.
  await world.api.pool.query(
    `update payments set status = 'failed', checkout_url = null where id = $1`,
    [id],
  )
  const again = await startFunding(world, deal)
  for (const session of [sessionId, sessionOf(again.checkoutUrl)])
    await atProvider(world, `sessions/${session}/pay`, { card_number: GOOD_CARD })
  await untilMovements(id, 3)
  expect(sorted(await ledgerTable(id))).toBe(
    sorted(`
             provider_clearing  escrow  refunds
  hold                   54000  -54000
  duplicate              54000           -54000
  duplicate             -54000            54000
  sum                    54000  -54000        0`),
  )
})

test('disputed by the card’s bank while held, and won: it can be released', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  await dispute(id, 'won')
  await release(deal, id)
  expect(await ledgerTable(id)).toBe(`
                provider_clearing  escrow  creator_payable  platform_fee  provider_fees  chargebacks
  hold                      54000  -54000
  chargeback               -54000                                                              54000
  provider_fee              -1500                                                  1500
  chargeback                54000                                                             -54000
  release                           54000           -45900         -8100
  transfer                 -45900                    45900
  sum                        6600       0                0         -8100           1500            0`)
})

test('disputed while held, and lost: the held money pays for it', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  await dispute(id, 'lost')
  expect(await statusOf(world, id)).toBe('refunded')
  expect(await ledgerTable(id)).toBe(`
                provider_clearing  escrow  provider_fees  chargebacks
  hold                      54000  -54000
  chargeback               -54000                               54000
  provider_fee              -1500                   1500
  chargeback                        54000                      -54000
  sum                       -1500       0           1500            0`)
})

test('disputed after the release, and lost: the platform pays, the creator keeps their share', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  await release(deal, id)
  await dispute(id, 'lost')
  expect(await statusOf(world, id)).toBe('released')
  expect(await ledgerTable(id)).toBe(`
                provider_clearing  escrow  creator_payable  platform_fee  provider_fees  chargebacks
  hold                      54000  -54000
  release                           54000           -45900         -8100
  transfer                 -45900                    45900
  chargeback               -54000                                                              54000
  provider_fee              -1500                                                  1500
  sum                      -47400       0                0         -8100           1500        54000`)
})

test('a transfer that failed books nothing; the next one books once', async () => {
  const deal = await buildPayableDeal(world)
  const id = await fund(world, deal)
  await atProvider(world, 'switches', { name: 'fail_next_transfer' })
  expect((await release(deal, id)).body).toMatchObject({
    status: 409,
    code: 'payment.release_refused',
  })
  expect(await statusOf(world, id)).toBe('held_in_escrow')
  expect(await ledgerTable(id)).toBe(`
        provider_clearing  escrow
  hold              54000  -54000
  sum               54000  -54000`)
  await release(deal, id)
  expect(await ledgerTable(id)).toBe(RELEASED)
})

const RELEASED = `
            provider_clearing  escrow  creator_payable  platform_fee
  hold                  54000  -54000
  release                       54000           -45900         -8100
  transfer             -45900                    45900
  sum                    8100       0                0         -8100`

const RETURNED = `
          provider_clearing  escrow
  hold                54000  -54000
  refund             -54000   54000
  sum                     0       0`

/** A payment's ledger: a line per movement, a column per touched account. */
async function ledgerTable(paymentId: string): Promise<string> {
  const entries = await rows<{ id: number; kind: string; account: LedgerAccount; amount: number }>(
    world.api.pool,
    sql`select ledger_movements.id, kind, account, amount from ledger_entries
      join ledger_movements on ledger_movements.id = movement_id
      where ledger_entries.payment_id = ${paymentId} order by ledger_entries.id`,
  )
  const accounts = LEDGER_ACCOUNTS.filter((name) => entries.some(({ account }) => account === name))
  const cells = (of: typeof entries) =>
    accounts.map((name) => {
      const here = of.filter(({ account }) => account === name)
      return here.length === 0 ? '' : String(here.reduce((sum, { amount }) => sum + amount, 0))
    })
  const movements = [...new Set(entries.map(({ id }) => id))].map((id) => {
    const group = entries.filter((entry) => entry.id === id)
    return [group[0]?.kind ?? '', ...cells(group)]
  })
  const table = [['', ...accounts], ...movements, ['sum', ...cells(entries)]]
  const widths = table[0]?.map((_, column) =>
    Math.max(...table.map((line) => line[column]?.length ?? 0)),
  )
  const lines = table.map((line) =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths?.[0] ?? 0) : cell.padStart(widths?.[column] ?? 0),
      )
      .join('  '),
  )
  return `\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}`
}

/** Which of two payments is held is random; the table is the same except for the order of its lines. */
const sorted = (table: string): string => table.split('\n').toSorted().join('\n')

async function untilMovements(id: string, count: number): Promise<void> {
  await world.until('the movements', async () => {
    const booked = await rows(
      world.api.pool,
      sql`select 1 from ledger_movements where payment_id = ${id}`,
    )
    return booked.length === count
  })
}

/** Disputes a payment's charge and closes the dispute; waits until everything is booked. */
async function dispute(id: string, outcome: 'won' | 'lost'): Promise<void> {
  const charge = Object.values(world.stripe.state.charges).find(
    (made) => made.transfer_group === `payment_${id}`,
  )
  const opened = world.stripe.controls.openDispute(charge?.id ?? '')
  const known = async (now: string) => {
    const [row] = await rows<{ settled: boolean }>(
      world.api.pool,
      sql`select dispute_outcome = ${now} and not exists (
          select 1 from webhook_events where applied_at is null) as settled
        from payments where id = ${id}`,
    )
    const sent = Object.values(world.stripe.state.events).every(
      ({ delivery }) => delivery.state === 'delivered',
    )
    return sent && (row?.settled ?? false)
  }
  await world.until('the dispute', () => known('open'))
  await atProvider(world, `disputes/${opened}/close`, { outcome })
  await world.until(outcome, () => known(outcome))
}
