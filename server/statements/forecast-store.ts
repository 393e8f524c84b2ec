import { REVIEW_WINDOW_DAYS } from '#contract/deliverables.ts'
import type { ExpectedMoney } from '#contract/statements.ts'
import type { Queryable } from '#server/db/pool.ts'
import { oneRow, rows, sql } from '#server/db/sql.ts'
import { REVIEW_WINDOW_FROM } from '#server/deliverables/deliverable-store.ts'
import { ownMoneyBack } from '#server/payments/record/deal-money.ts'

interface HeldDeal {
  share: number
  disputed: boolean
  deadline: string
  /** The day on which the review of the newest waiting delivery began, as the clock counts it; null while none waits. */
  review_from: string | null
  /**
   * No clock releases it: what an extra still holds after the deal's own payment went back, and what is held of a deal
   * of which a payment came back or is disputed, because the clock releases a deal as a whole. An extension is released
   * by itself.
   */
  by_click: boolean
}

/** A day after every week of a forecast. */
const SOME_DAY = '9999-12-31'

/**
 * Returns a creator's shares of what is held, in cents, each with the days between which it may be released: from today
 * to the end of its review, when the clock approves, where something was handed in, else from its deadline on; any day
 * where no clock releases it. The newest delivery is found by its version: looking for the largest time would
 * make PostgreSQL read everything that waits in the whole marketplace, newest first.
 */
export async function expectedOf(
  db: Queryable,
  creatorId: string,
  today: string,
): Promise<{ expected: ExpectedMoney[]; disputed: number }> {
  const held = await rows<HeldDeal>(
    db,
    sql`select creator_share(held.cents, 10000 - payments.fee_bps, payments.minimum_fee) as share,
        payments.disputed or payments.deal_dispute_id is not null as disputed,
        projects.deadline::text, ${ownMoneyBack} or case purpose when 'extension' then came_back is not null else
          (select bool_or(beside.came_back is not null or beside.disputed) from payments beside where beside.project_id = projects.id
            and beside.status = 'held_in_escrow' and beside.purpose <> 'extension') end as by_click,
        (select (${REVIEW_WINDOW_FROM})::date::text from deliverables
          where deliverables.project_id = payments.project_id and deliverables.application_id = payments.application_id
            and deliverables.status = 'pending' order by version desc limit 1) as review_from
      from payments join projects on projects.id = payments.project_id
        cross join lateral (select coalesce(-sum(amount), 0)::bigint as cents from ledger_entries
          where ledger_entries.payment_id = payments.id and account = 'escrow') held
      where payments.creator_id = ${creatorId} and payments.status = 'held_in_escrow'
        -- What came back after its project was cancelled can only go to the brand.
        and projects.status <> 'cancelled'`,
  )
  const later = (day: string, days: number) =>
    new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
  const max = (one: string, other: string) => (one > other ? one : other)
  return {
    expected: held
      .filter(({ disputed }) => !disputed)
      .map(({ share, deadline, review_from: reviewFrom, by_click: byClick }) => {
        if (byClick) return { from: today, to: SOME_DAY, cents: share }
        const from = reviewFrom === null ? max(deadline, today) : today
        return { from, to: max(later(reviewFrom ?? from, REVIEW_WINDOW_DAYS), today), cents: share }
      }),
    disputed: held.reduce((sum, { disputed, share }) => sum + (disputed ? share : 0), 0),
  }
}

/**
 * Returns what a brand has in escrow by the books, what it agreed on and has not paid yet, and how much of it is in
 * dispute, in cents. Agreed is the price of a running deal, and what a change adds to held money for as long as it can
 * be paid (decision 0073).
 */
export const fundsOf = (
  db: Queryable,
  sellerId: string,
  now: Date,
): Promise<{ held: number; to_fund: number; disputed: number }> =>
  oneRow(
    db,
    sql`with held as materialized (
        select payments.disputed or payments.deal_dispute_id is not null as disputed, (select coalesce(-sum(amount), 0) from ledger_entries
          where ledger_entries.payment_id = payments.id and account = 'escrow') as cents
        from payments where payments.seller_id = ${sellerId} and payments.status = 'held_in_escrow')
      select coalesce((select sum(cents) from held), 0)::bigint as held,
        coalesce((select sum(cents) from held where disputed), 0)::bigint as disputed,
        coalesce((select sum(coalesce(amendments.extra, case when exists (select from payments
              where payments.application_id = applications.id and payments.purpose = 'deal'
                and payments.status in ('held_in_escrow', 'released', 'refunded')) then 0 else applications.proposed_price end))
          from projects
          join applications on applications.project_id = projects.id and applications.status = 'accepted'
          left join amendments on amendments.application_id = applications.id and amendments.status = 'unpaid'
            and amendments.pay_by > ${now}
          where projects.seller_id = ${sellerId} and projects.status = 'in_progress'), 0)::bigint as to_fund`,
  )
