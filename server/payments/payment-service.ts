import type { Deps } from '#server/deps/deps.ts'
import { maybeRow, sql } from '#server/db/sql.ts'
import { foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { maySeePayment } from '#server/payments/record/payment-policy.ts'
import { paymentsOfDeal, type PaymentRow } from '#server/payments/record/payment-store.ts'

/** Anyone outside a project's deal gets the same 404 as for an unknown one. */
export async function assertPartOfDeal(
  deps: Deps,
  viewer: Viewer,
  projectId: string,
): Promise<void> {
  const party = await maybeRow(
    deps.pool,
    sql`select 1 from projects where projects.id = ${projectId} and (projects.seller_id = ${viewer.id} or exists (
      select 1 from applications where applications.project_id = projects.id
        and applications.creator_id = ${viewer.id} and applications.status = 'accepted'))`,
  )
  foundOr404(party)
}

/**
 * Returns the payments of a project's deal, for its two parties: its own first, then the extras that were held; none
 * before the deal was funded. Throws 404 for anyone else.
 */
export async function dealPayments(
  deps: Deps,
  viewer: Viewer,
  projectId: string,
): Promise<PaymentRow[]> {
  await assertPartOfDeal(deps, viewer, projectId)
  const payments = await paymentsOfDeal(deps.pool, projectId)
  return payments.filter((payment) => maySeePayment(viewer, payment))
}
