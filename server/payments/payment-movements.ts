import type { TurnedAwayReason } from '#contract/payments.ts'
import { type Fragment, sql } from '#server/db/sql.ts'
import { wasAgreed } from '#server/payments/ledger/money-ops.ts'

/** One movement of a payment in the ledger. Amounts in integer cents. */
export interface Movement {
  id: number
  kind: string
  reference: string
  created_at: string
  /** The amount that came to the platform's balance at the provider. */
  cents: number
  /** The amount that was paid of the debt to the creator. */
  share: number
  fee: number
  /** The amount that came into escrow, and is held. */
  held: number
  /** The amount that was paid of the debt to the seller. */
  owed: number
  /** Whether it is, or was, the return of what both sides agreed on. */
  agreed: boolean
  /** Why the money could not be held. Only its incoming movement names the charge. */
  turned_away: TurnedAwayReason | null
}

/** Selects the movements of a payment, oldest first. */
export const movementsOf = (paymentId: Fragment) =>
  sql`select ledger_movements.id, ledger_movements.kind, ledger_movements.reference, ledger_movements.created_at,
      coalesce(sum(amount) filter (where account = 'provider_clearing'), 0)::bigint as cents,
      coalesce(sum(amount) filter (where account = 'creator_payable'), 0)::bigint as share,
      coalesce(-sum(amount) filter (where account = 'platform_fee'), 0)::bigint as fee,
      coalesce(-sum(amount) filter (where account = 'escrow'), 0)::bigint as held,
      coalesce(sum(amount) filter (where account = 'refunds'), 0)::bigint as owed,
      ${wasAgreed(sql`split_part(ledger_movements.reference, ':', 1)`)} as agreed,
      (select reason from turned_away_charges where charge_id = ledger_movements.reference) as turned_away
    from ledger_movements join ledger_entries on ledger_entries.movement_id = ledger_movements.id
    where ledger_movements.payment_id = ${paymentId}
    group by ledger_movements.id order by ledger_movements.id`

/** Parts of transfers that were fully reversed in the end (negative): the last movement covers only the rest. */
export function partsOfWhole(movements: Movement[]): number {
  const whole = new Set(
    movements.filter(({ kind }) => kind === 'transfer').map(({ reference }) => reference),
  )
  return movements
    .filter(({ kind, reference }) => {
      const [transfer] = reference.split(':')
      return kind === 'part_reversal' && whole.has(`${transfer}:reversed`)
    })
    .reduce((sum, { share }) => sum + share, 0)
}

/** The return of money that could not be held follows its arrival, for the same reason. */
export function withReasons(movements: Movement[]): Movement[] {
  let reason: Movement['turned_away'] = null
  return movements.map((movement) => {
    if (movement.kind !== 'duplicate') return movement
    reason = movement.turned_away ?? reason
    return { ...movement, turned_away: reason }
  })
}

/** After the release, a dispute is between the card's bank and the platform: the creator keeps their share. */
export function mattering(movements: Movement[], reader: 'seller' | 'creator'): Movement[] {
  const released = movements.findIndex(({ kind }) => kind === 'release')
  if (reader === 'seller' || released === -1) return movements
  return movements.filter(({ kind }, index) => kind !== 'chargeback' || index < released)
}

/** Returns the sum of one amount over the movements of one kind. */
export const totalOf = (
  movements: Movement[],
  kind: string,
  cents: (movement: Movement) => number,
) =>
  // Never −0, which would be shown with a minus.
  movements
    .filter((movement) => movement.kind === kind)
    .reduce((sum, movement) => sum + cents(movement), 0) + 0
