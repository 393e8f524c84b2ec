import { maybeRow, rows, sql } from '#server/db/sql.ts'
import type { Deps } from '#server/deps/deps.ts'
import { paymentIdOf, paymentIdOfGroup } from '#server/payments/ledger/event-owner.ts'
import type { Difference } from '#server/payments/ledger/money-differences.ts'
import type { MoveRecord } from '#server/providers/stripe/provider-objects.ts'

/** How far back a full comparison looks for strays. */
const STRAY_DAYS = 3
const DAY_MS = 24 * 60 * 60_000
/** The number of moves looked up in one statement. */
const MOVES_AT_ONCE = 1_000

/**
 * Finds charges and transfers that are ours but that no payment explains. A stray stays open until someone has dealt
 * with it, however long ago it was made. Movements of other shops on the same provider account are ignored.
 */
export async function strays(deps: Deps, since: Date | null): Promise<Difference[]> {
  const unexplained: MoveRecord[] = []
  const named = new Map<string, MoveRecord[]>()
  await deps.payments.movesSince(await lookFrom(deps, since), (move) => {
    const paymentId = paymentIdOfGroup(move.transferGroup)
    if (paymentId === null) unexplained.push(move)
    else named.set(paymentId, [...(named.get(paymentId) ?? []), move])
  })
  for (const ids of chunked([...named.keys()])) {
    const ours = await rows<{ id: string }>(
      deps.pool,
      sql`select id from payments where id = any(${ids}::uuid[])`,
    )
    const known = new Set(ours.map(({ id }) => id))
    for (const id of ids) if (!known.has(id)) unexplained.push(...(named.get(id) ?? []))
  }
  const found: Difference[] = []
  for (const moves of chunked(unexplained)) {
    const known = await knownOf(deps, moves)
    found.push(...moves.filter((move) => isOurs(move, known)).map(strayOf))
  }
  return found
}

async function lookFrom(deps: Deps, since: Date | null): Promise<Date> {
  const open = await maybeRow<{ found_at: string | null }>(
    deps.pool,
    sql`select min(found_at) as found_at from money_differences
      where resolved_at is null and payment_id is null and kind in ('charge_unbooked', 'transfer_unbooked')`,
  )
  const moments = [since?.getTime() ?? deps.clock().getTime() - STRAY_DAYS * DAY_MS]
  if (open?.found_at != null) moments.push(Date.parse(open.found_at) - STRAY_DAYS * DAY_MS)
  return new Date(Math.min(...moments))
}

/** Returns, of the customers, accounts and charges that moves name, those of this product. */
async function knownOf(deps: Deps, moves: readonly MoveRecord[]): Promise<Set<string>> {
  const ids = moves.flatMap(({ partyId, sourceChargeId }) => [partyId, sourceChargeId])
  const named = ids.filter((id) => id !== null)
  const ours = await rows<{ id: string }>(
    deps.pool,
    sql`select stripe_customer_id as id from profiles where stripe_customer_id = any(${named})
      union select stripe_account_id from stripe_accounts where stripe_account_id = any(${named})
      union select stripe_charge_id from payments where stripe_charge_id = any(${named})
      union select reference from ledger_movements where kind in ('hold', 'duplicate') and reference = any(${named})`,
  )
  return new Set(ours.map(({ id }) => id))
}

/** Only this product uses UUIDs for payments, so a payment that is named but missing here was lost. */
const isOurs = (move: MoveRecord, known: ReadonlySet<string>): boolean =>
  paymentIdOfGroup(move.transferGroup) !== null ||
  paymentIdOf(move.metadata) !== null ||
  known.has(move.partyId ?? '') ||
  known.has(move.sourceChargeId ?? '')

const strayOf = ({ kind, id, amountCents }: MoveRecord): Difference => ({
  kind: kind === 'charge' ? 'charge_unbooked' : 'transfer_unbooked',
  paymentId: null,
  providerId: id,
  detail: `${amountCents} cents belong to no payment`,
})

function* chunked<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += MOVES_AT_ONCE) yield items.slice(at, at + MOVES_AT_ONCE)
}
