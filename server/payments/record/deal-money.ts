import { raw } from '#server/db/sql.ts'

/** The column `money` (DealMoney or null) of a statement about deliverables. */
export const dealMoneyColumn =
  raw(`(select json_build_object('status', deal.status, 'moving', deal.moving,
      'came_back', deal.came_back, 'amount', deal.amount, 'decided_refund', deal.decided_refund,
      'dispute_outcome', deal.dispute_outcome)
    from payments deal where deal.application_id = deliverables.application_id and deal.purpose = 'deal') as money`)
