import { splitPrice } from '#contract/money.ts'
import type { Pool } from '#server/db/pool.ts'
import type { StripeSandbox } from '#sandbox/stripe/server.ts'

/**
 * Contradictions between our payments and the provider's objects, in words: everything is paid once, sent once,
 * returned once.
 */
export async function differences(pool: Pool, { state }: StripeSandbox): Promise<string[]> {
  const { rows: payments } = await pool.query<{
    id: string
    status: string
    amount: number
    fee_bps: number
    minimum_fee: number
    charge: string | null
    moving: string | null
    account: string | null
  }>(
    `select payments.id, payments.status, payments.amount, fee_bps, minimum_fee, stripe_charge_id as charge, moving,
        stripe_account_id as account
      from payments left join stripe_accounts on stripe_accounts.user_id = payments.creator_id
        and stripe_accounts.replaced_at is null`,
  )
  const transfers = Map.groupBy(Object.values(state.transfers), (one) => one.transfer_group ?? '')
  const charges = Map.groupBy(
    Object.values(state.charges).filter(({ status }) => status === 'succeeded'),
    (one) => one.metadata['payment_id'] ?? '',
  )
  const refunds = Map.groupBy(Object.values(state.refunds), ({ charge }) =>
    typeof charge === 'string' ? charge : (charge?.id ?? ''),
  )
  const found: string[] = []
  for (const { id, status, amount, fee_bps, minimum_fee, charge, moving, account } of payments) {
    const say = (what: string) => found.push(`payment ${id} (${status}): ${what}`)
    if (moving !== null) say(`is still to be ${moving}d`)
    const sent = (transfers.get(`payment_${id}`) ?? []).filter(({ reversed }) => !reversed)
    if (sent.length !== (status === 'released' ? 1 : 0)) say(`${sent.length} transfers`)
    const share = splitPrice(amount, {
      creator_bps: 10_000 - fee_bps,
      minimum_fee_cents: minimum_fee,
    }).creatorCents
    for (const one of sent) {
      if (one.amount !== share) say(`${one.amount} cents were sent, the share is ${share}`)
      if (one.destination !== account) say('was sent to somebody else')
    }
    for (const one of charges.get(id) ?? []) {
      const back = (refunds.get(one.id) ?? [])
        // One that is still in progress counts: if it fails, the product is notified.
        .filter((refund) => refund.status !== 'failed')
        .reduce((sum, refund) => sum + refund.amount, 0)
      const held = one.id === charge && status !== 'refunded'
      if (one.amount !== amount) say(`${one.amount} cents were charged of ${amount}`)
      if (back !== (held ? 0 : amount)) say(`${back} cents of charge ${one.id} went back`)
    }
    const paid = ['held_in_escrow', 'released', 'refunded'].includes(status)
    if (paid && !(charges.get(id) ?? []).some((one) => one.id === charge)) say('was never charged')
  }
  const ids = new Set(payments.map(({ id }) => id))
  for (const id of charges.keys()) if (!ids.has(id)) found.push(`a charge of the unknown ${id}`)
  return found
}
