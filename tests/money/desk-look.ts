import { rows, sql } from '#server/db/sql.ts'
import type { Reply } from './product.ts'
import { Violation } from './violation.ts'
import type { World } from './world.ts'

/** The frozen money of a dispute. Amounts in cents. */
export interface Frozen {
  id: string
  amount: number
  back: number
}

/** The payments that a dispute freezes, the deal's own first. */
export const frozenBy = ({ pool }: World, disputeId: string): Promise<Frozen[]> =>
  rows<Frozen>(
    pool,
    sql`select id, amount - agreed_refund as amount, agreed_refund as back from payments
      where deal_dispute_id = ${disputeId} order by purpose <> 'deal', created_at, id`,
  )

/** Where all money is, and where it was ordered to go: equal at two moments between which nothing moved. */
export async function moneyIn({ pool }: World): Promise<string> {
  const found = await rows(
    pool,
    sql`select id, status, moving, decided_refund, amount, agreed_refund from payments order by id`,
  )
  return JSON.stringify(found)
}

/** 'ok' or the code of a refusal. Throws Violation for an internal failure. */
export function codeOf(what: string, { status, body }: Reply): string {
  if (status >= 500) throw new Violation('answer', `${what} got ${status} ${JSON.stringify(body)}`)
  return status === 200 ? 'ok' : String(body['code'])
}
