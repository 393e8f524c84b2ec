import { sql, type Statement } from '#server/db/sql.ts'
import { usdInJson } from '#server/db/json-rows.ts'
import { personCardOf } from '#server/profiles/profile-store.ts'

/** The order that a project is, as the console shows it, or nothing; its moments are ORDER_MOMENTS. */
export const orderOfProjectForOperator = (projectId: string): Statement =>
  sql`select package_orders.id, ${personCardOf('creator')} as creator, ${usdInJson('package_orders.price')} as price,
      package_orders.days, package_orders.status, package_orders.payment_method_id is not null as charges_card,
      package_orders.created_at, package_orders.answer_by, package_orders.fund_by
    from package_orders join profiles creator on creator.id = package_orders.creator_id
    where package_orders.project_id = ${projectId}`

export const ORDER_MOMENTS = ['created_at', 'answer_by', 'fund_by'] as const
