import { usdFromCents } from '#contract/money.ts'
import type { OperatorPayment, OperatorPaymentRow } from '#contract/operator-record-schemas.ts'
import { type LedgerAccount, LEDGER_ACCOUNTS } from '#contract/ledger.ts'
import type { Deps } from '#server/deps/deps.ts'
import { foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { presentDifferences } from './difference-presenter.ts'
import { presentPayment as presentToParties } from '#server/payments/payment-presenter.ts'
import { termsOf } from '#server/payments/record/payment-store.ts'
import { newestPage } from '#server/operator/acts/operator-pages.ts'
import {
  findPayments,
  type LedgerLine,
  type PaymentDetailRow,
  paymentForOperator,
  type PaymentListRow,
  type PaymentsSearch,
} from './payments-store.ts'
import { webhooksAbout } from './webhooks-store.ts'
import { presentWebhook } from './operator-presenter.ts'

/** A page of payments, newest first. */
export async function payments(deps: Deps, search: PaymentsSearch) {
  const { rows, next } = newestPage(await findPayments(deps.pool, search))
  return { rows: rows.map(presentPayment), next }
}

/** One payment with everything known about its money; 404 for an unknown id. */
export async function payment(deps: Deps, viewer: Viewer, id: string): Promise<OperatorPayment> {
  const found = foundOr404(await paymentForOperator(deps.pool, id))
  const objects = providerObjects(found)
  const { creator_amount, fee_amount } = presentToParties(found)
  return {
    ...presentPayment(found),
    application_id: found.application_id,
    agreed_refund: usdFromCents(found.agreed_refund),
    creator_amount,
    fee_amount,
    fee_terms: termsOf(found),
    payment_method: found.payment_method,
    attempt: found.attempt,
    failure: found.failure,
    dispute_outcome: found.dispute_outcome,
    moving: found.moving,
    came_back: found.came_back,
    funded_at: found.funded_at,
    released_at: found.released_at,
    refunded_at: found.refunded_at,
    provider_objects: objects,
    balances: balancesOf(found.ledger),
    movements: movementsOf(found.ledger),
    operations: found.operations,
    webhooks: (
      await webhooksAbout(
        deps.pool,
        id,
        objects.map(({ provider_id }) => provider_id),
      )
    ).map(presentWebhook),
    differences: await presentDifferences(deps, viewer, found.differences),
    events: found.events,
    acts: found.acts,
  }
}

function presentPayment(row: PaymentListRow): OperatorPaymentRow {
  const { id, project_id, project_title, purpose, seller, creator, created_at } = row
  return {
    id,
    project_id,
    project_title,
    purpose,
    status: row.status,
    shown_status: row.shown_status,
    flags: [
      ...(row.disputed ? (['disputed'] as const) : []),
      ...(row.moving === null ? [] : (['moving'] as const)),
      ...(row.came_back === null ? [] : (['came_back'] as const)),
    ],
    amount: usdFromCents(row.amount),
    state_amount: usdFromCents(stateCents(row)),
    seller,
    creator,
    created_at,
  }
}

/** For money that is held or was released, the amount that is or was: a part may have gone back earlier. */
const stateCents = ({ status, amount, returned_part }: PaymentListRow): number =>
  status === 'held_in_escrow' || status === 'released' ? amount - returned_part : amount

/** The payment's ids at the provider, in the order in which the money moved. */
const providerObjects = (row: PaymentDetailRow) =>
  [
    { name: 'Checkout Session', provider_id: row.checkout_session_id },
    { name: 'Payment Intent', provider_id: row.stripe_payment_intent_id },
    { name: 'Charge', provider_id: row.stripe_charge_id },
    { name: 'Transfer', provider_id: row.stripe_transfer_id },
    { name: 'Refund', provider_id: row.stripe_refund_id },
    { name: 'Dispute', provider_id: row.dispute_id },
  ].flatMap(({ name, provider_id }) => (provider_id === null ? [] : [{ name, provider_id }]))

function movementsOf(lines: readonly LedgerLine[]): OperatorPayment['movements'] {
  const byNumber = new Map<number, OperatorPayment['movements'][number]>()
  for (const { movement, kind, reference, created_at, account, amount } of lines) {
    const known = byNumber.get(movement)
    const into = known ?? { number: String(movement), kind, reference, created_at, entries: [] }
    into.entries.push({ account, amount: usdFromCents(amount) })
    byNumber.set(movement, into)
  }
  return [...byNumber.values()]
}

/** This payment's balance on each account, where it is not zero. */
function balancesOf(lines: readonly LedgerLine[]): OperatorPayment['balances'] {
  const total = (account: LedgerAccount) =>
    lines.reduce((sum, line) => (line.account === account ? sum + line.amount : sum), 0)
  return LEDGER_ACCOUNTS.map((account) => ({ account, cents: total(account) }))
    .filter(({ cents }) => cents !== 0)
    .map(({ account, cents }) => ({ account, amount: usdFromCents(cents) }))
}
