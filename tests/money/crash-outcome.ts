import type { AmendmentStatus } from '#contract/amendments.ts'
import { DEFAULT_FEE_TERMS } from '#contract/fees.ts'
import { splitPrice } from '#contract/money.ts'
import { rows, sql } from '#server/db/sql.ts'
import type { Deps } from '#server/deps/deps.ts'
import { brokenMoneyChecks } from '#server/payments/checks/money-checks.ts'
import { comparePayment } from '#server/payments/reconcile/payment-compare.ts'
import {
  lockPaymentsOfApplication,
  paymentColumns,
  type PaymentRow,
} from '#server/payments/record/payment-store.ts'
import { PRICED } from '#tests/support/extensions.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { SilentSandbox } from '#sandbox/stripe/server.ts'
import type { CrashCase, Operation } from './crash-case.ts'

/** A deal's own price, and the amount that a later change adds, in cents. */
export const PRICE = 54_050
export const MORE = 6_003
/** The price that the terms name for more months, in cents. */
const MONTHS_PRICE = PRICED.extend_cents ?? 0
/**
 * The amount that a split or a lower price returns; for a deal with an extra, all of the extra and a part of the deal's
 * own payment.
 */
export const PART = 20_001

/**
 * The state a payment must have in the end, and what the provider must have done for it, exactly to the cent and
 * exactly once.
 */
interface End {
  status: PaymentRow['status']
  charged: number
  returned?: number
  sent?: number
}

const shareOf = (cents: number) => splitPrice(cents, DEFAULT_FEE_TERMS).creatorCents
const held = (charged: number): End => ({ status: 'held_in_escrow', charged })
const released = (charged: number, returned?: number): End => ({
  status: 'released',
  charged,
  ...(returned === undefined ? {} : { returned }),
  sent: shareOf(charged - (returned ?? 0)),
})
const extended = (): End => ({
  status: 'released',
  charged: MONTHS_PRICE,
  sent: splitPrice(MONTHS_PRICE, { ...DEFAULT_FEE_TERMS, minimum_fee_cents: 0 }).creatorCents,
})
const refunded = (charged: number): End => ({ status: 'refunded', charged, returned: charged })

/**
 * The final states of each operation: of the deal's own payment, then of its extra, or of the payment that extends its
 * licence.
 */
const ENDS: Record<Operation, End[]> = {
  'fund by page': [held(PRICE)],
  'fund by saved card': [held(PRICE)],
  release: [released(PRICE)],
  refund: [refunded(PRICE)],
  split: [released(PRICE, PART)],
  agree: [{ ...held(PRICE), returned: PART }],
  retry: [released(PRICE)],
  'agree on more': [held(PRICE)],
  'fund extra by page': [held(PRICE), held(MORE)],
  'fund extra by saved card': [held(PRICE), held(MORE)],
  'release with extra': [released(PRICE), released(MORE)],
  'refund with extra': [refunded(PRICE), refunded(MORE)],
  'decide with extra': [released(PRICE, PART - MORE), refunded(MORE)],
  'call off': [held(PRICE), { status: 'failed', charged: 0 }],
  lapse: [held(PRICE), { status: 'failed', charged: MORE, returned: MORE }],
  'accept order': [held(PRICE)],
  'extend by page': [released(PRICE), extended()],
  'extend by saved card': [released(PRICE), extended()],
}

/** The final state of an operation's amendment, if it has one. */
const CHANGES: Partial<Record<Operation, AmendmentStatus>> = {
  agree: 'accepted',
  'agree on more': 'unpaid',
  'fund extra by page': 'accepted',
  'fund extra by saved card': 'accepted',
  'release with extra': 'accepted',
  'refund with extra': 'accepted',
  'decide with extra': 'accepted',
  'call off': 'called_off',
  lapse: 'lapsed',
}

/** A deal's payments: its own first, those of its licence's extensions last. */
export const paymentsOf = (deps: Deps, applicationId: string): Promise<PaymentRow[]> =>
  inTransaction(deps.pool, async (tx) => [
    ...(await lockPaymentsOfApplication(tx, applicationId)),
    ...(await rows<PaymentRow>(
      tx,
      sql`select ${paymentColumns} from payments where application_id = ${applicationId} and purpose = 'extension'
        order by created_at`,
    )),
  ])

/** The payment that an operation has not finished and that does not move: people click on this one. */
export const unfinished = (
  operation: Operation,
  payments: readonly PaymentRow[],
): PaymentRow | undefined =>
  payments.find(({ status, moving }, n) => moving === null && status !== ENDS[operation][n]?.status)

/** Whether all payments of an operation exist and are in their final state. */
export const isFinished = (operation: Operation, payments: readonly PaymentRow[]): boolean =>
  ENDS[operation].every(({ status }, n) => payments[n]?.status === status)

/** Everything that is not as it must be once all is quiet. */
export async function wrongAfter(
  { deps, sandbox }: { deps: Deps; sandbox: Pick<SilentSandbox, 'state'> },
  { operation, trouble }: CrashCase,
  { applicationId, amendmentId }: { applicationId: string; amendmentId: string | null },
  /** The existing jobs. */
  tasks: readonly string[],
): Promise<string[]> {
  const payments = await paymentsOf(deps, applicationId)
  const ends = ENDS[operation]
  if (payments.length !== ends.length)
    return [`there are ${payments.length} payments, not ${ends.length}`]
  const found: string[] = []
  for (const [n, end] of ends.entries()) {
    const payment = payments[n]
    if (payment === undefined) continue
    const stands = `${payment.status}${payment.moving ? ', moving' : ''}, ${movedFor(payment, sandbox)}`
    const wanted = `${end.status}, ${inWords(end)}`
    if (stands !== wanted) found.push(`a payment is ${stands}; not ${wanted}`)
    const compared = await comparePayment(deps, payment)
    found.push(...compared.open.map(({ kind, detail }) => `${kind} ${detail}`))
    if (trouble !== 'events lost')
      found.push(...compared.healed.map(({ kind, detail }) => `healed ${kind} ${detail}`))
  }
  for (const { name, found: which } of await brokenMoneyChecks(deps.pool))
    found.push(`${name} ${JSON.stringify(which[0])}`)
  const open = await rows<{ key: string }>(
    deps.pool,
    sql`select idempotency_key as key from money_ops
      where payment_id = any(${payments.map(({ id }) => id)}::uuid[]) and state = 'intended'`,
  )
  found.push(...open.map(({ key }) => `${key} has no outcome`))
  const jobs = await rows<{ what: string }>(
    deps.pool,
    sql`select tasks.identifier || ': ' || coalesce(jobs.last_error, '') as what
      from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      where tasks.identifier = any(${[...tasks]})`,
  )
  found.push(...jobs.map(({ what }) => `${what} still waits`))
  const orders = await rows<{ status: string }>(
    deps.pool,
    sql`select orders.status from package_orders orders
      join applications on applications.project_id = orders.project_id where applications.id = ${applicationId}`,
  )
  found.push(
    ...orders
      .filter(({ status }) => status !== 'accepted')
      .map(({ status }) => `the order is ${status}, not accepted`),
  )
  const [amendment] = await rows<{ status: string }>(
    deps.pool,
    sql`select status from amendments where id = ${amendmentId}`,
  )
  if (amendment?.status !== CHANGES[operation])
    found.push(`the change is ${amendment?.status}, not ${CHANGES[operation]}`)
  return found
}

/**
 * What the provider did for a payment: the charge that it holds, and any other that was not returned. If it holds none,
 * every charge.
 */
function movedFor(payment: PaymentRow, { state }: Pick<SilentSandbox, 'state'>): string {
  const { charges, transfers, refunds } = state
  const isUnheld = payment.stripe_charge_id === null
  const kept = Object.values(charges).filter(
    (row) =>
      row.metadata['payment_id'] === payment.id &&
      row.status === 'succeeded' &&
      (isUnheld || row.id === payment.stripe_charge_id || !row.refunded),
  )
  const ids = new Set(kept.map(({ id }) => id))
  const back = Object.values(refunds).filter(({ charge }) => ids.has(charge as string))
  const sent = Object.values(transfers).filter(
    (row) => row.transfer_group === `payment_${payment.id}`,
  )
  const [charged, returned, out] = [kept, back, sent].map((moved) =>
    moved.map(({ amount }) => amount).join('+'),
  )
  return `charged ${charged}, returned ${returned}, sent ${out}`
}

const inWords = ({ charged, returned, sent }: End): string =>
  `charged ${charged === 0 ? '' : charged}, returned ${returned ?? ''}, sent ${sent ?? ''}`
