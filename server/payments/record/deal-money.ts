import { raw } from '#server/db/sql.ts'

/**
 * The column `money` (DealMoney or null) of a statement about deliverables: the deal's own payment, or an extra of it
 * that keeps the originals locked because it stays held or because the bank took it for good. A decision about the
 * deal's own payment applies to all of them.
 */
export const dealMoneyColumn = dealMoneyOf('deliverables.application_id')

/** The same column for another statement; `applicationId` is our own SQL. */
export function dealMoneyOf(applicationId: string) {
  return raw(`(select json_build_object('status', deal.status, 'moving', deal.moving,
      'came_back', deal.came_back, 'amount', deal.amount, 'decided_refund', deal.decided_refund,
      'dispute_outcome', deal.dispute_outcome)
    from payments deal where deal.application_id = ${applicationId} and deal.purpose <> 'extension' and (deal.purpose = 'deal'
      or deal.dispute_outcome = 'lost' or (deal.status = 'held_in_escrow' and deal.decided_refund is null
        and deal.moving is distinct from 'release' and deal.came_back is distinct from 'transfer'))
    order by deal.purpose = 'deal', deal.created_at limit 1) as money`)
}

/**
 * Whether a deal's own payment went back to the card or is on its way there: then its work is no longer reviewed. What
 * an extra still holds is released or returned by a person (decision 0073). Reads projects. An aggregate, so that a plan
 * reads the payments of each project that it looks at, and not all refunded money.
 */
export const ownMoneyBack =
  raw(`coalesce((select bool_or(own.status = 'refunded' or own.moving = 'refund')
    from payments own where own.project_id = projects.id and own.purpose = 'deal'), false)`)
