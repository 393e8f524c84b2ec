import type { Deps } from '#server/deps/deps.ts'
import { rows, sql } from '#server/db/sql.ts'
import type { ProviderRecords } from '#server/providers/stripe/provider-objects.ts'
import type { Difference, DifferenceKind } from '#server/payments/ledger/money-differences.ts'
import { heldSplit, type PaymentRow } from '#server/payments/record/payment-store.ts'

/** A payment's movement in our ledger. */
export interface Movement {
  kind: string
  reference: string
  /** Cents that entered or left our balance at the provider. */
  cents: number
}

/** Returns everything booked for a payment, in booking order. */
export const movementsOf = (deps: Deps, paymentId: string) =>
  rows<Movement>(
    deps.pool,
    sql`select kind, reference,
        coalesce(sum(amount) filter (where account = 'provider_clearing'), 0)::bigint as cents
      from ledger_movements join ledger_entries on ledger_entries.movement_id = ledger_movements.id
      where ledger_movements.payment_id = ${paymentId}
      group by ledger_movements.id order by ledger_movements.id`,
  )

/** Finds what the provider has and our ledger lacks, or has differently. While money moves, its job is responsible. */
export async function unbooked(
  deps: Deps,
  payment: PaymentRow,
  { charges, refunds, transfers }: ProviderRecords,
  booked: Movement[],
): Promise<Difference[]> {
  const found: Difference[] = []
  const look = (kind: DifferenceKind, kinds: string[], id: string, cents: number) => {
    const ours = booked.find((row) => row.reference === id && kinds.includes(row.kind))
    if (ours === undefined)
      found.push(difference(kind, payment.id, id, `${cents} cents are not in the ledger`))
    else if (ours.cents !== cents)
      found.push(
        difference('amount_differs', payment.id, id, `${cents} cents, booked ${ours.cents}`),
      )
  }
  for (const charge of charges)
    if (charge.succeeded)
      look('charge_unbooked', ['hold', 'duplicate'], charge.chargeId, charge.amountCents)
  if (payment.moving !== null) return found
  for (const refund of refunds)
    if (refund.standing)
      look(
        'refund_unbooked',
        ['refund', 'part_refund', 'duplicate'],
        refund.refundId,
        -refund.amountCents,
      )
  const { creatorCents } = heldSplit(payment)
  const accounts = await payoutAccountsOf(deps, payment.creator_id)
  for (const transfer of transfers) {
    if (!transfer.standing) continue
    look('transfer_unbooked', ['transfer'], transfer.transferId, -transfer.amountCents)
    if (transfer.amountCents !== creatorCents || !accounts.includes(transfer.destination)) {
      const detail = `${transfer.amountCents} cents to ${transfer.destination}, agreed ${creatorCents} to ${accounts.join(' or ')}`
      found.push(difference('amount_differs', payment.id, transfer.transferId, detail))
    }
  }
  return found
}

/** Every account the creator ever had: money sent to one that was replaced later still went to the right person. */
async function payoutAccountsOf(deps: Deps, creatorId: string): Promise<string[]> {
  const accounts = await rows<{ id: string }>(
    deps.pool,
    sql`select stripe_account_id as id from stripe_accounts where user_id = ${creatorId}`,
  )
  return accounts.map(({ id }) => id)
}

/** Finds what our ledger has and the provider does not have (any more); money that came back is in neither. */
export function missing(
  paymentId: string,
  records: ProviderRecords,
  booked: Movement[],
  now: Movement[],
): Difference[] {
  const standing = new Set([
    ...records.charges.filter((row) => row.succeeded).map((row) => row.chargeId),
    ...records.refunds.filter((row) => row.standing).map((row) => row.refundId),
    ...records.transfers.filter((row) => row.standing).map((row) => row.transferId),
  ])
  return booked
    .filter((row) => ['hold', 'duplicate', 'transfer', 'refund', 'part_refund'].includes(row.kind))
    .filter((row) => !standing.has(row.reference) && !isUndone(row, now))
    .map((row) =>
      difference(
        'missing_at_provider',
        paymentId,
        row.reference,
        `a ${row.kind} of ${row.cents} cents is booked`,
      ),
    )
}

/** Returns whether a movement came back, or is the return of one (payment-came-back.ts). */
const isUndone = ({ kind, reference }: Movement, booked: Movement[]): boolean => {
  const [object] = reference.split(':')
  return (
    booked.some(
      (row) =>
        row.kind === kind &&
        (row.reference === `${object}:failed` || row.reference === `${object}:reversed`),
    ) || tookAllParts(object ?? '', booked)
  )
}

/** Returns whether a transfer was reversed in parts, with some of it paid out by hand (transfer-came-back.ts). */
const tookAllParts = (transferId: string, booked: Movement[]): boolean => {
  const sent = booked.find(({ kind, reference }) => kind === 'transfer' && reference === transferId)
  const parts = booked.filter(
    ({ kind, reference }) => kind === 'part_reversal' && reference.startsWith(`${transferId}:`),
  )
  return sent !== undefined && parts.reduce((sum, { cents }) => sum + cents, sent.cents) === 0
}

/** The difference shown to an operator. */
export const difference = (
  kind: DifferenceKind,
  paymentId: string,
  providerId: string,
  detail: string,
): Difference => ({ kind, paymentId, providerId, detail })
