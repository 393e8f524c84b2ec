import { TURNED_AWAY_REASONS } from '#contract/payments.ts'
import { oneRow, rows, sql } from '#server/db/sql.ts'
import { brokenMoneyChecks } from '#server/payments/checks/money-checks.ts'
import { wasAgreed } from '#server/payments/ledger/money-ops.ts'
import type { SimDeal } from './deals.ts'
import type { Run } from './run.ts'
import { Violation } from './violation.ts'

interface SettledPayment {
  id: string
  status: string
  moving: string | null
  disputed: boolean
  decided_refund: number | null
  stripe_charge_id: string | null
}

/** Only the hourly pass settles a checkout page that was requested and never opened. */
const NEEDS_RECONCILIATION = 'outcomes_are_known'

/** Checks, once all is quiet, that our rows, our ledger and the provider's objects agree (M1–M9, M16–M18). */
export async function checkSettled(run: Run, reconciled: boolean): Promise<void> {
  const { pool, tasks } = run.world
  const [broken] = (await brokenMoneyChecks(pool)).filter(
    ({ name }) => reconciled || name !== NEEDS_RECONCILIATION,
  )
  if (broken !== undefined)
    throw new Violation(broken.name, JSON.stringify(broken.found.slice(0, 3)))

  const jobs = await rows<{ task: string; error: string }>(
    pool,
    sql`select tasks.identifier as task, jobs.last_error as error from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      where tasks.identifier = any(${Object.keys(tasks)})`,
  )
  if (jobs[0] !== undefined)
    throw new Violation('M18', `${jobs[0].task} never ends: ${jobs[0].error}`)
  const events = await rows(pool, sql`select 1 from webhook_events where applied_at is null`)
  if (events.length > 0) throw new Violation('M9', `${events.length} events were never applied`)
  const unknown = await rows<{ key: string }>(
    pool,
    sql`select key from unnest(${[...run.world.line.keys]}::text[]) as key
      where key not like 'refund:%:duplicate:%'
        and not exists (select 1 from money_ops where idempotency_key = key)`,
  )
  if (unknown[0] !== undefined)
    throw new Violation('M12', `${unknown[0].key} moved money and was not written down before`)
  for (const [index, deal] of run.deals.entries()) {
    for (const id of run.allOf(index)) await checkPayment(run, deal, id)
  }
  await run.campaign?.checkEnded()
}

async function checkPayment(run: Run, deal: SimDeal, id: string): Promise<void> {
  const { pool, sandbox } = run.world
  const [payment] = await rows<SettledPayment>(
    pool,
    sql`select id, status, moving, disputed, decided_refund, stripe_charge_id from payments where id = ${id}`,
  )
  if (payment === undefined) throw new Violation('M11', `payment ${id} is gone`)
  if (payment.moving !== null)
    throw new Violation('M18', `a ${payment.status} payment moves for ever (${payment.moving})`)
  const open = await rows<{ key: string }>(
    pool,
    sql`select idempotency_key as key from money_ops
      where payment_id = ${id} and state = 'intended' and kind in ('release', 'refund', 'part_refund', 'agreed_refund')`,
  )
  if (open[0] !== undefined) throw new Violation('M18', `${open[0].key} has no outcome`)

  const decided = payment.decided_refund
  if (decided !== null && decided !== run.decided.get(id))
    throw new Violation('M14', `decided ${run.decided.get(id)} cents back, kept as ${decided}`)

  const atProvider = providerStory(run, payment, await returnedOf(run, id))
  const inLedger = await ledgerStory(run, id)
  if (atProvider.lines.join('\n') !== inLedger.join('\n')) {
    throw new Violation(
      'M7',
      `${payment.status}; the provider has\n${atProvider.lines.join('\n')}\nthe ledger has\n${inLedger.join('\n')}`,
    )
  }
  if (!atProvider.statuses.includes(payment.status))
    throw new Violation('M6', `${payment.status} with\n${atProvider.lines.join('\n')}`)

  const disputed = Object.values(sandbox.state.disputes).some(
    (dispute) => dispute.charge === payment.stripe_charge_id && dispute.status === 'needs_response',
  )
  if (disputed && !payment.disputed) throw new Violation('M16', 'an open dispute is not flagged')
  await checkMails(run, deal, payment)
}

/** Every object of the payment as a ledger should state it, and the resulting status. */
function providerStory(
  run: Run,
  payment: SettledPayment,
  returned: Returned,
): { lines: string[]; statuses: string[] } {
  const { charges, refunds, transfers, disputes } = run.world.sandbox.state
  const lines: string[] = []
  const statuses = payment.stripe_charge_id === null ? ['pending', 'failed'] : []
  for (const charge of Object.values(charges)) {
    if (charge.metadata['payment_id'] !== payment.id || charge.status !== 'succeeded') continue
    const held = charge.id === payment.stripe_charge_id
    lines.push(`${held ? 'hold' : 'duplicate'} ${charge.id} ${charge.amount}`)
    const made = Object.values(refunds).filter((refund) => refund.charge === charge.id)
    for (const refund of made) {
      lines.push(`${held ? 'refund' : 'duplicate'} ${refund.id} ${-refund.amount}`)
      if (refund.status === 'failed') lines.push(`refund ${refund.id} ${refund.amount}`)
    }
    if (!held && charge.amount_refunded !== charge.amount)
      throw new Violation('Hold', `the second payment ${charge.id} was not given back`)
    if (held && restIsBack(run, charge.amount, made, returned)) statuses.push('refunded')
  }
  for (const transfer of Object.values(transfers)) {
    if (transfer.transfer_group !== `payment_${payment.id}`) continue
    lines.push(`transfer ${transfer.id} ${-transfer.amount}`)
    if (transfer.amount_reversed > 0)
      lines.push(`transfer ${transfer.id} ${transfer.amount_reversed}`)
    if (!transfer.reversed) statuses.push('released')
  }
  for (const dispute of Object.values(disputes)) {
    if (dispute.charge !== payment.stripe_charge_id) continue
    const moved = dispute.balance_transactions.reduce((sum, row) => sum + row.amount, 0)
    const fees = dispute.balance_transactions.reduce((sum, row) => sum + row.fee, 0)
    lines.push(`chargeback ${dispute.id} ${moved}`, `provider_fee ${dispute.id} ${-fees}`)
    // The bank kept the held money: for the seller that is a refund.
    if (dispute.status === 'lost' && statuses.length === 0) statuses.push('refunded')
  }
  if (statuses.length === 0) statuses.push('held_in_escrow')
  return { lines: lines.toSorted(), statuses }
}

/**
 * Whether the refund of everything left of a charge is correct. What is left is what the product knew: a decided part
 * whose failure was booked earlier is part of it. A part that failed before the product heard of it is not, and is owed
 * once the product hears of it (decisions 0016, 0022). The same is true of a part that both sides agreed on, whenever
 * it fails (decision 0066).
 */
function restIsBack(
  { world }: Run,
  amount: number,
  refunds: { id: string; amount: number; status: string | null }[],
  { agreed, booked }: Returned,
): boolean {
  const made = Object.values(world.sandbox.state.balance_transactions)
    .filter(({ type }) => type === 'refund')
    .flatMap(({ source }) => refunds.filter(({ id }) => id === source))
  return made.some(({ id, amount: rest, status }, place) => {
    const at = booked.get(id)
    if (status === 'failed' || at === undefined) return false
    const gone = made.slice(0, place).filter((part) => {
      const failedAt = booked.get(`${part.id}:failed`)
      return agreed.has(part.id) || failedAt === undefined || failedAt > at
    })
    return gone.reduce((sum, part) => sum + part.amount, rest) === amount
  })
}

/** What a payment returned, by the provider's ids. */
interface Returned {
  /** Those that returned what a lower price frees up. */
  agreed: ReadonlySet<string>
  /** The place in the ledger of each refund, and of each failure as `<id>:failed`. */
  booked: ReadonlyMap<string, number>
}

async function returnedOf(run: Run, paymentId: string): Promise<Returned> {
  const made = await rows<{ id: string }>(
    run.world.pool,
    sql`select provider_id as id from money_ops
      where payment_id = ${paymentId} and kind = 'agreed_refund' and provider_id is not null`,
  )
  const booked = await rows<{ reference: string; at: number }>(
    run.world.pool,
    sql`select reference, id as at from ledger_movements
      where payment_id = ${paymentId} and kind in ('refund', 'part_refund')`,
  )
  return {
    agreed: new Set(made.map(({ id }) => id)),
    booked: new Map(booked.map(({ reference, at }) => [reference, at])),
  }
}

async function ledgerStory(run: Run, paymentId: string): Promise<string[]> {
  const entries = await rows<{ line: string }>(
    run.world.pool,
    sql`select kind || ' ' || object || ' ' || sum(amount) as line from (
        select movements.id, entries.amount, split_part(movements.reference, ':', 1) as object,
          case movements.kind when 'part_refund' then 'refund' when 'part_reversal' then 'transfer'
            else movements.kind end as kind,
          movements.reference like '%:reversed%' as taken_back
        from ledger_movements movements join ledger_entries entries on entries.movement_id = movements.id
        where movements.payment_id = ${paymentId} and entries.account = 'provider_clearing') told
      where kind in ('hold', 'transfer', 'refund', 'duplicate') or object like 'dp%'
      -- Parts of a transfer may be heard of together.
      group by kind, object, taken_back, case when object like 'dp%' or taken_back then 0 else id end`,
  )
  return entries.map((entry) => entry.line).toSorted()
}

/** M17: the creator was notified of what happened, once, and the mail was queued with the notice. */
async function checkMails(run: Run, deal: SimDeal, payment: SettledPayment): Promise<void> {
  const notified = await rows<{ notice: string; count: number; mails: number }>(
    run.world.pool,
    sql`select notifications.notice, count(*)::int as count, count(jobs.id)::int as mails
      from notifications
      join events on notifications.cause = 'event:' || events.id and events.entity_id = ${payment.id}
      left join graphile_worker._private_jobs jobs
        on (jobs.payload->>'notification_id')::bigint = notifications.id
      where notifications.user_id = ${deal.creator.id} group by notifications.notice`,
  )
  const { transfers, refunds } = run.world.sandbox.state
  const sent = Object.values(transfers).filter(
    ({ transfer_group }) => transfer_group === `payment_${payment.id}`,
  )
  const failed = Object.values(refunds).filter(
    ({ charge, status }) => charge === payment.stripe_charge_id && status === 'failed',
  )
  const parts = await partsOf(run, payment.id)
  const wanted = {
    'payment.hold': payment.stripe_charge_id === null ? 0 : 1,
    // What came back later had still been sent, and announced.
    'payment.release': sent.length,
    'payment.transfer_came_back': sent.filter(({ reversed }) => reversed).length,
    'payment.refund_came_back': failed.length - parts.back - parts.owed,
    'payment.part_refund': parts.sent,
    'payment.agreed_refund': parts.agreed,
    'payment.part_refund_came_back': parts.back,
    ...(await turnedAwayOf(run, payment)),
  }
  for (const [notice, times] of Object.entries(wanted)) {
    const found = notified.find((row) => row.notice === notice) ?? { count: 0, mails: 0 }
    if (found.count !== times || found.mails !== times)
      throw new Violation(
        'M17',
        `${payment.status}: ${notice} ${JSON.stringify(found)}, not ${times}`,
      )
  }
}

/** Money that was not held: announced once per charge, whatever the reason. */
async function turnedAwayOf(run: Run, payment: SettledPayment): Promise<Record<string, number>> {
  const noted = await rows<{ notice: string; charge_id: string }>(
    run.world.pool,
    sql`select 'payment.return_' || reason as notice, charge_id from turned_away_charges
      where payment_id = ${payment.id} order by charge_id`,
  )
  const charged = Object.values(run.world.sandbox.state.charges)
    .filter(
      ({ metadata, status }) => metadata['payment_id'] === payment.id && status === 'succeeded',
    )
    .map(({ id }) => id)
    .filter((id) => id !== payment.stripe_charge_id)
  const announced = noted.map(({ charge_id }) => charge_id)
  if (charged.toSorted().join() !== announced.toSorted().join())
    throw new Violation('M17', `turned away ${charged.join()}, announced of ${announced.join()}`)
  return Object.fromEntries(
    TURNED_AWAY_REASONS.map((reason) => `payment.return_${reason}`).map((kind) => [
      kind,
      noted.filter(({ notice }) => notice === kind).length,
    ]),
  )
}

/**
 * Parts that were returned: how many by decision, how many by agreement, how many are held again, and how many are owed
 * since.
 */
function partsOf(run: Run, paymentId: string) {
  return oneRow<{ sent: number; agreed: number; back: number; owed: number }>(
    run.world.pool,
    sql`select count(*) filter (where reference not like '%:%' and not ${wasAgreed(sql`reference`)})::int as sent,
        count(*) filter (where reference not like '%:%' and ${wasAgreed(sql`reference`)})::int as agreed,
        count(*) filter (where reference like '%:failed' and account = 'escrow')::int as back,
        count(*) filter (where reference like '%:failed' and account = 'refunds')::int as owed
      from ledger_movements join ledger_entries on ledger_entries.movement_id = ledger_movements.id
      where ledger_movements.payment_id = ${paymentId} and kind = 'part_refund' and account <> 'provider_clearing'`,
  )
}
