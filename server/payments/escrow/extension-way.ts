import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, raw, sql } from '#server/db/sql.ts'
import type { PaymentRow } from '#server/payments/record/payment-store.ts'

/**
 * Where the held money of an extension goes (decision 0094). on: to the creator. wait: a bank disputes money of the
 * deal, and losing voids the licence. back: the licence is void, so the brand gets its money back.
 */
export type ExtensionWay = 'on' | 'wait' | 'back'

/** SQL for a statement about payments: whether one pays for more months of a licence that is void. */
export const extendsVoidLicence =
  raw(`(payments.purpose = 'extension' and exists (select from licences
  where licences.application_id = payments.application_id and licences.status = 'void'))`)

/**
 * Returns where the money of an extension goes now, and 'on' for every other payment. Once a return did not reach the
 * card, people choose the way out, as for all money.
 */
export async function extensionWay(
  db: Queryable,
  { id, purpose, came_back: cameBack }: Pick<PaymentRow, 'id' | 'purpose' | 'came_back'>,
): Promise<ExtensionWay> {
  if (purpose !== 'extension') return 'on'
  const row = await maybeRow<{ is_void: boolean; is_disputed: boolean }>(
    db,
    sql`select ${extendsVoidLicence} as is_void,
        exists (select from payments deal where deal.application_id = payments.application_id
          and deal.purpose <> 'extension' and deal.dispute_outcome = 'open') as is_disputed
      from payments where id = ${id}`,
  )
  if (row?.is_void === true) return cameBack === 'refund' ? 'on' : 'back'
  return row?.is_disputed === true ? 'wait' : 'on'
}
