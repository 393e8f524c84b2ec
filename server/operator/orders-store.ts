import { sql, type Statement } from '#server/db/sql.ts'
import type { FeeTerms } from '#contract/money.ts'
import type { OperatorOrder } from '#contract/operator-project-schemas.ts'
import type { PackageTerms } from '#contract/packages.ts'
import { dealTermsInJson } from '#server/fees/fee-terms-store.ts'
import { personCardOf } from '#server/profiles/profile-store.ts'

/** An order; all prices, including those within `terms`, are integer cents. */
export type OrderListRow = Omit<OperatorOrder, 'net' | 'package' | 'add_ons'> & {
  terms: PackageTerms
  /** The ids of the chosen add-ons. */
  add_ons: string[]
  fee_terms: FeeTerms
}

/** The order behind a project, as the console shows it, or nothing; its moments are ORDER_MOMENTS. */
export const orderOfProjectForOperator = (projectId: string): Statement =>
  sql`select package_orders.id, ${personCardOf('creator')} as creator, package_orders.price, package_orders.terms,
      package_orders.add_ons, ${dealTermsInJson} as fee_terms,
      package_orders.days, package_orders.status, package_orders.payment_method_id is not null as charges_card,
      package_orders.created_at, package_orders.answer_by, package_orders.fund_by
    from package_orders join profiles creator on creator.id = package_orders.creator_id
    left join applications on applications.project_id = package_orders.project_id and applications.status = 'accepted'
    where package_orders.project_id = ${projectId}`

export const ORDER_MOMENTS = ['created_at', 'answer_by', 'fund_by'] as const
