import type { Queryable } from '../db/pool.ts'
import { raw, rows, sql } from '../db/sql.ts'

/** A promise about money as one query that finds what breaks it; no rows means it holds. */
export interface MoneyCheck {
  readonly name: string
  readonly promise: string
  readonly query: string
}

/** Of the invariants M1–M18, those our own rows can tell. Run after every money test. */
export const MONEY_CHECKS: readonly MoneyCheck[] = [
  {
    name: 'movements_balance',
    promise: 'Every movement of the ledger sums to zero.',
    query: `select movement_id, sum(amount) from ledger_entries group by movement_id having sum(amount) <> 0`,
  },
  {
    name: 'no_empty_movement',
    promise: 'Every movement has entries.',
    query: `select id from ledger_movements where not exists
      (select 1 from ledger_entries where movement_id = ledger_movements.id)`,
  },
  {
    name: 'escrow_follows_status',
    promise:
      'Escrow holds the whole amount while a payment is held and nothing in any other state.',
    query: `select payments.id, payments.status, coalesce(-sum(ledger_entries.amount) filter (where account = 'escrow'), 0) as held
      from payments left join ledger_entries on ledger_entries.payment_id = payments.id
      group by payments.id
      having coalesce(-sum(ledger_entries.amount) filter (where account = 'escrow'), 0)
        <> case when payments.status = 'held_in_escrow' then payments.amount else 0 end`,
  },
  {
    name: 'released_is_split_85_15',
    promise: 'A released payment sent the creator 85 % rounded half up and kept the rest as fee.',
    query: `select payments.id from payments join ledger_entries on ledger_entries.payment_id = payments.id
      join ledger_movements on ledger_movements.id = ledger_entries.movement_id and ledger_movements.kind = 'release'
      where payments.status = 'released' group by payments.id
      having -sum(ledger_entries.amount) filter (where account = 'creator_payable') <> (payments.amount * 85 + 50) / 100
        or -sum(ledger_entries.amount) filter (where account = 'platform_fee')
          <> payments.amount - (payments.amount * 85 + 50) / 100`,
  },
  {
    name: 'released_has_one_release',
    promise:
      'A payment is released exactly when one release is booked, and a released project is completed.',
    query: `select payments.id from payments join projects on projects.id = payments.project_id
      where (payments.status = 'released') <> (1 = (select count(*) from ledger_movements
          where payment_id = payments.id and kind = 'release'))
        or (payments.status = 'released' and projects.status <> 'completed')`,
  },
  {
    name: 'refunded_has_one_refund',
    promise:
      'A payment is refunded exactly when one refund is booked or its dispute was lost while held, and never also released.',
    query: `select payments.id from payments
      where (payments.status = 'refunded') <> (1 = (select count(*) from ledger_movements
          where payment_id = payments.id
            and (kind = 'refund' or (kind = 'chargeback' and reference like '%:lost'))))
        or (select count(*) from ledger_movements where payment_id = payments.id and kind in ('release', 'refund')) > 1`,
  },
  {
    name: 'amount_is_the_agreed_price',
    promise: "A payment's amount and parties are its accepted application's.",
    query: `select payments.id from payments join applications on applications.id = payments.application_id
      join projects on projects.id = payments.project_id
      where payments.amount <> applications.proposed_price or applications.status <> 'accepted'
        or payments.creator_id <> applications.creator_id or payments.seller_id <> projects.seller_id`,
  },
  {
    name: 'moved_money_was_intended',
    promise:
      'Every release and refund has its succeeded operation, and none moved under an unsettled one.',
    query: `select payments.id from payments where payments.status in ('released', 'refunded')
      and not (payments.status = 'refunded' and payments.dispute_outcome is not distinct from 'lost') and 1 <>
      (select count(*) from money_ops where payment_id = payments.id and state = 'succeeded'
        and kind = case payments.status when 'released' then 'release' else 'refund' end)`,
  },
  {
    name: 'one_default_card',
    promise: 'A customer with cards has exactly one default.',
    query: `select stripe_customer_id from customer_payment_methods group by stripe_customer_id
      having count(*) filter (where is_default) <> 1`,
  },
]

/** What is wrong: the name of each broken check with the rows that break it. Empty when all hold. */
export async function brokenMoneyChecks(
  db: Queryable,
): Promise<{ name: string; found: unknown[] }[]> {
  const broken: { name: string; found: unknown[] }[] = []
  for (const check of MONEY_CHECKS) {
    const found = await rows(db, sql`${raw(check.query)}`)
    if (found.length > 0) broken.push({ name: check.name, found })
  }
  return broken
}
