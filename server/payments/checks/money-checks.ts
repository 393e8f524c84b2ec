import { isDatabaseAway } from '#server/db/away.ts'
import type { Queryable } from '#server/db/pool.ts'
import { raw, rows, sql, type Statement } from '#server/db/sql.ts'

/** An invariant about money, as one query that finds its violations; no rows means it holds. */
export interface MoneyCheck {
  readonly name: string
  /** The invariants it belongs to, M1 to M18. */
  readonly of: string
  readonly promise: string
  readonly query: string
}

/** In SQL: the creator's share of what was not returned, by the deal's own terms. */
const creatorShare =
  'creator_share(payments.amount - payments.returned_part, 10000 - payments.fee_bps, payments.minimum_fee)'

/** Those of the invariants M1–M18 that our own rows can prove. Run after every money test, hourly, and by a command. */
export const MONEY_CHECKS: readonly MoneyCheck[] = [
  {
    name: 'movements_balance',
    of: 'M1',
    promise: 'Every movement of the ledger sums to zero.',
    query: `select movement_id, sum(amount) from ledger_entries group by movement_id having sum(amount) <> 0`,
  },
  {
    name: 'no_empty_movement',
    of: 'M1',
    promise: 'Every movement has entries, all of its own payment.',
    query: `select id from ledger_movements where not exists
        (select 1 from ledger_entries where movement_id = ledger_movements.id)
      union all select ledger_movements.id from ledger_movements
        join ledger_entries on ledger_entries.movement_id = ledger_movements.id
        where ledger_entries.payment_id is distinct from ledger_movements.payment_id`,
  },
  {
    name: 'ledger_is_append_only',
    of: 'M1',
    promise:
      'The guards that keep the ledger balanced and unchanged, and the terms of deals, are in place and on.',
    query: `select wanted from unnest(array['ledger_entries_append_only', 'ledger_movements_append_only',
        'ledger_entries_balance', 'events_append_only', 'fee_terms_append_only', 'payments_keep_fee_terms']) as wanted
      where not exists (select 1 from pg_trigger where tgname = wanted and tgenabled in ('O', 'A'))`,
  },
  {
    name: 'held_money_stays_at_the_provider',
    of: 'M1',
    promise:
      'The platform paid out to its own bank no more than it has earned: what is held or owed is not touched.',
    query: `select sum(amount) filter (where account = 'platform_bank') as paid_out,
        -sum(amount) filter (where account in ('platform_fee', 'provider_fees', 'chargebacks')) as earned
      from ledger_entries where account in ('platform_bank', 'platform_fee', 'provider_fees', 'chargebacks')
      having coalesce(sum(amount) filter (where account = 'platform_bank'), 0) > 0 and sum(amount) > 0`,
  },
  {
    name: 'escrow_follows_status',
    of: 'M2',
    promise:
      'Escrow holds the amount, less what went back, while a payment is held and nothing in any other state.',
    query: `select payments.id, payments.status, coalesce(-sum(ledger_entries.amount) filter (where account = 'escrow'), 0) as held
      from payments left join ledger_entries on ledger_entries.payment_id = payments.id
      group by payments.id
      having coalesce(-sum(ledger_entries.amount) filter (where account = 'escrow'), 0)
        <> case when payments.status = 'held_in_escrow' then payments.amount - payments.returned_part else 0 end`,
  },
  {
    name: 'nothing_is_left_owing',
    of: 'M2',
    promise:
      'What is owed to the creator is sent in the same moment, and duplicates leave nothing, or a difference says so.',
    query: `select payment_id, account, sum(amount) from ledger_entries where account in ('creator_payable', 'refunds')
      group by payment_id, account having sum(amount) <> 0
        and not (account = 'refunds' and (payment_id in (select payment_id from ledger_movements
            where kind = 'duplicate' and created_at > now() - interval '2 hours')
          or payment_id in (select payment_id from money_differences
            where kind = 'return_failed' and resolved_at is null)))
        and not (account = 'creator_payable' and sum(amount) < 0 and payment_id in (select payment_id
          from money_differences where kind = 'transfer_partly_reversed' and resolved_at is null))`,
  },
  {
    name: 'paid_outside_was_resolved',
    of: 'M14',
    promise:
      'What was paid out by hand settled a difference that an operator resolved, with a reason.',
    query: `select payment_id, reference from ledger_movements where kind = 'paid_outside' and not exists
      (select 1 from money_differences join operator_acts on operator_acts.actor_id = money_differences.resolved_by
          and subject = 'difference' and subject_id = money_differences.id::text and act = 'resolve_difference'
        where 'difference:' || money_differences.id = ledger_movements.reference
          and money_differences.payment_id = ledger_movements.payment_id and why is not null)`,
  },
  {
    name: 'released_is_split_by_its_terms',
    of: 'M3 M13',
    promise:
      'A released payment sent the creator their share of what did not go back, by its own terms and rounded half up; share and fee make up the amount.',
    query: `select payments.id from payments join ledger_entries on ledger_entries.payment_id = payments.id
      join ledger_movements on ledger_movements.id = ledger_entries.movement_id and ledger_movements.kind = 'release'
      where payments.status = 'released' group by payments.id
      having -sum(ledger_entries.amount) filter (where account = 'creator_payable')
          is distinct from ${creatorShare}
        or coalesce(-sum(ledger_entries.amount) filter (where account = 'platform_fee'), 0)
          is distinct from payments.amount - payments.returned_part - ${creatorShare}
        or -sum(ledger_entries.amount) filter (where account in ('creator_payable', 'platform_fee'))
          is distinct from payments.amount - payments.returned_part`,
  },
  {
    name: 'one_transfer_of_the_share',
    of: 'M3',
    promise:
      'A released payment has one transfer that stands, the stored one, of the share; any other has none.',
    query: `select payments.id from payments
      left join ledger_movements on ledger_movements.payment_id = payments.id and ledger_movements.kind = 'transfer'
        and reference not like '%:reversed' and not exists (select 1 from ledger_movements back
          where back.kind = 'transfer' and back.reference = ledger_movements.reference || ':reversed')
      left join ledger_entries on ledger_entries.movement_id = ledger_movements.id
        and ledger_entries.account = 'provider_clearing'
      group by payments.id
      having count(ledger_movements.id) <> (case when payments.status = 'released' then 1 else 0 end)
        or (payments.status = 'released' and (min(ledger_movements.reference) is distinct from payments.stripe_transfer_id
          or -sum(ledger_entries.amount) <> ${creatorShare}))`,
  },
  {
    name: 'released_has_one_release',
    of: 'M4 M6',
    promise:
      'A payment is released exactly when one release is booked that did not come back, and its project is completed once nothing of its deal is held.',
    query: `select payments.id from payments join projects on projects.id = payments.project_id
      where case payments.status when 'released' then 1 else 0 end <>
          (select count(*) filter (where reference not like '%:reversed')
            - count(*) filter (where reference like '%:reversed')
          from ledger_movements where payment_id = payments.id and kind = 'release')
        or (payments.status = 'released' and projects.status <> 'completed' and not exists (select from payments other
          where other.application_id = payments.application_id and other.status = 'held_in_escrow'))`,
  },
  {
    name: 'refunded_has_one_refund',
    of: 'M4',
    promise:
      'A payment is refunded exactly when one refund is booked that did not fail or its dispute was lost while held, and never also released.',
    query: `select payments.id from payments
      where case payments.status when 'refunded' then 1 else 0 end <>
          (select count(*) filter (where reference not like '%:failed')
            - count(*) filter (where reference like '%:failed')
          from ledger_movements where payment_id = payments.id
            and (kind = 'refund' or (kind = 'chargeback' and reference like '%:lost')))
        or 1 < (select count(*) filter (where reference !~ ':(failed|reversed)$')
            - count(*) filter (where reference ~ ':(failed|reversed)$')
          from ledger_movements where payment_id = payments.id and kind in ('release', 'refund'))`,
  },
  {
    name: 'one_accepted_application',
    of: 'M5',
    promise:
      'A project has at most one accepted application and at most one payment that is under way or paid.',
    query: `select project_id from applications where status = 'accepted' group by project_id having count(*) > 1
      union all select project_id from payments where status <> 'failed' and purpose = 'deal' group by project_id having count(*) > 1`,
  },
  {
    name: 'amount_is_the_agreed_price',
    of: 'M5',
    promise:
      "A payment's amount, less what both sides agreed to return, with the extras that were held, and its parties are its accepted application's.",
    query: `select payments.id from payments join applications on applications.id = payments.application_id
      join projects on projects.id = payments.project_id
      where (payments.purpose = 'deal' and payments.amount - payments.agreed_refund + (select coalesce(sum(extra.amount), 0)
          from payments extra where extra.application_id = applications.id and extra.purpose = 'extra'
            and extra.funded_at is not null) <> applications.proposed_price)
        or applications.status <> 'accepted'
        or payments.creator_id <> applications.creator_id or payments.seller_id <> projects.seller_id`,
  },
  {
    name: 'terms_are_the_deals',
    of: 'M5 M13',
    promise:
      "A deal's payments keep the terms that its application was accepted on; an extra without the minimum fee.",
    query: `select payments.id, fee_bps, payments.minimum_fee from payments
      join applications on applications.id = payments.application_id
      left join fee_terms on fee_terms.id = applications.fee_terms_id
      where fee_bps is distinct from 10000 - creator_bps
        or payments.minimum_fee is distinct from case when purpose = 'deal' then fee_terms.minimum_fee else 0 end`,
  },
  {
    name: 'held_money_was_charged',
    of: 'M6',
    promise: 'Money that is or was held came in by the stored charge, booked once.',
    query: `select payments.id from payments where payments.status in ('held_in_escrow', 'released', 'refunded')
      and 1 <> (select count(*) from ledger_movements where payment_id = payments.id and kind = 'hold'
        and reference = payments.stripe_charge_id)`,
  },
  {
    name: 'moved_money_was_ordered',
    of: 'M6 M14',
    promise:
      'Every release and refund was ordered: by the brand, the creator, the review window, or a decision.',
    query: `select payments.id from payments join events on events.entity = 'payment' and events.entity_id = payments.id
        and events.move in ('order_release', 'order_refund')
      where events.actor_id is not null
        and events.actor_id <> case events.move when 'order_release' then payments.seller_id else payments.creator_id end
      union all select payments.id from payments join events on events.entity = 'payment'
        and events.entity_id = payments.id and events.actor_id is null
        and events.move in ('order_refund', 'order_part_refund') where not exists
        (select 1 from events decided where decided.entity_id = payments.id and decided.move = 'decide')
      union all select payments.id from payments where payments.status = 'released' and not exists
        (select 1 from events where entity = 'payment' and entity_id = payments.id and move = 'order_release')`,
  },
  {
    name: 'statuses_were_recorded',
    of: 'M14',
    promise: 'The last event of every payment says the status it is in.',
    query: `select payments.id, payments.status, last.move, last.to_status from payments
      join lateral (select move, to_status from events where entity = 'payment' and entity_id = payments.id
        order by id desc limit 1) last on last.to_status <> payments.status`,
  },
  {
    name: 'parts_follow_the_books',
    of: 'M2 M4',
    promise:
      'What went back of held money is what is booked and settled as such, and leaves a rest.',
    query: `select payments.id, returned_part from payments
      where returned_part <> (select coalesce(sum(ledger_entries.amount), 0) from ledger_movements
          join ledger_entries on ledger_entries.movement_id = ledger_movements.id and account = 'escrow'
          where ledger_movements.payment_id = payments.id and kind = 'part_refund')
        or (select count(*) from money_ops where payment_id = payments.id and kind in ('part_refund', 'agreed_refund') and state = 'succeeded')
          <> (select count(*) filter (where reference not like '%:%')
              - count(*) filter (where reference like '%:failed')
            from ledger_movements where payment_id = payments.id and kind = 'part_refund')`,
  },
  {
    name: 'agreed_refunds_were_agreed',
    of: 'M4 M14',
    promise:
      'What goes back because of a lower price is what accepted amendments say, no less of it is left out of a release, and one of the two ordered it.',
    query: `select payments.id, agreed_refund, returned_part, status from payments
      where purpose = 'deal' and (agreed_refund <> (select coalesce(sum(returned), 0) from amendments
          where amendments.application_id = payments.application_id and amendments.status = 'accepted')
        or (status = 'released' and returned_part < agreed_refund)
        or (agreed_refund > 0 and not exists (select 1 from events where entity = 'payment' and entity_id = payments.id
          and move = 'order_agreed_refund' and actor_id in (payments.seller_id, payments.creator_id))))`,
  },
  {
    name: 'extras_were_agreed',
    of: 'M5 M14',
    promise:
      'An extra is what an amendment of its deal adds to the price; it counts exactly if its money was held, and none is held for a deal whose own money never was.',
    query: `select payments.id from payments left join amendments on amendments.id = payments.amendment_id
        where purpose = 'extra' and (amendments.application_id is distinct from payments.application_id
          or amendments.extra is distinct from payments.amount or amendments.price - amendments.against_price <> amendments.extra
          or (payments.funded_at is not null) <> (amendments.status = 'accepted')
          or (payments.funded_at is not null and not exists (select from payments own
            where own.application_id = payments.application_id and own.purpose = 'deal' and own.funded_at is not null)))
      union all select id from amendments where status = 'accepted' and extra is not null
        and not exists (select from payments where amendment_id = amendments.id)`,
  },
  {
    name: 'decisions_are_kept',
    of: 'M4 M14',
    promise:
      'Money that was decided about went as decided: that much back, the rest released; and an event says who decided.',
    query: `select payments.id, decided_refund, returned_part, status from payments
      where decided_refund is not null and (returned_part > decided_refund
        or (status = 'released' and returned_part <> decided_refund)
        or (status = 'refunded' and stripe_refund_id is not null and decided_refund <> amount)
        or not exists (select 1 from events where entity = 'payment' and entity_id = payments.id and move = 'decide'))`,
  },
  {
    name: 'moved_money_was_intended',
    of: 'M4 M11',
    promise:
      'Every release and refund has its succeeded operation, and none moved under an unsettled one.',
    query: `select payments.id from payments where payments.status in ('released', 'refunded')
      and not (payments.status = 'refunded' and payments.stripe_refund_id is null
        and payments.dispute_outcome is not distinct from 'lost') and 1 <>
      (select count(*) from money_ops where payment_id = payments.id and state = 'succeeded'
        and kind = case payments.status when 'released' then 'release' else 'refund' end)`,
  },
  {
    name: 'claims_have_operations',
    of: 'M11',
    promise: 'Money that is on its way out has the one intended operation that moves it.',
    query: `select payments.id from payments where moving is not null and 1 <>
      (select count(*) from money_ops where payment_id = payments.id and kind = payments.moving
        and state = 'intended' and attempt = payments.attempt)`,
  },
  {
    name: 'every_difference_is_seen_to',
    of: 'M7 M9',
    promise: 'No difference from the provider has stayed open for more than two hours.',
    query: `select id, kind, payment_id, provider_id, detail from money_differences
      where resolved_at is null and found_at < now() - interval '2 hours'`,
  },
  {
    name: 'events_are_applied',
    of: 'M8 M9',
    promise: 'Every event that was accepted was applied within two hours.',
    query: `select event_id, type from webhook_events
      where applied_at is null and received_at < now() - interval '2 hours'`,
  },
  {
    name: 'one_default_card',
    of: 'M15',
    promise: 'A customer with cards has exactly one default.',
    query: `select stripe_customer_id from customer_payment_methods group by stripe_customer_id
      having count(*) filter (where is_default) <> 1`,
  },
  {
    name: 'disputes_are_booked',
    of: 'M16',
    promise:
      'Taken and given back are balanced: a dispute won leaves nothing, one lost leaves a loss only where the money was released.',
    query: `select payments.id, payments.dispute_outcome from payments
      left join ledger_entries on ledger_entries.payment_id = payments.id and account = 'chargebacks'
      where payments.dispute_outcome is distinct from 'open' group by payments.id
      having coalesce(sum(ledger_entries.amount), 0) <> 0
        and not (payments.dispute_outcome = 'lost' and payments.status in ('released', 'held_in_escrow'))
        and max(ledger_entries.created_at) < now() - interval '2 hours'`,
  },
  {
    name: 'outcomes_are_known',
    of: 'M18',
    // 23 hours until a call may no longer be retried, plus three for the hourly pass to adopt what exists.
    promise:
      'No operation is without an outcome for more than 26 hours unless a difference says so.',
    query: `select idempotency_key from money_ops where state = 'intended'
      and created_at < (select now from clock) - interval '26 hours'
      and not exists (select 1 from money_differences where kind = 'outcome_unknown'
        and provider_id = money_ops.idempotency_key and resolved_at is null)`,
  },
  {
    name: 'nothing_is_held_too_long',
    of: 'M18',
    promise: 'No money is held for more than 75 days: somebody asks both sides before it gets old.',
    query: `select id, funded_at from payments
      where status = 'held_in_escrow' and funded_at < (select now from clock) - interval '75 days'`,
  },
]

/** Times that the process wrote are compared with its clock, `clock.now`; those that the database wrote with `now()`. */
const clock = (now: Date): Statement => sql`with clock as (select ${now}::timestamptz as now)`

/** A check that fails or that throws: then `found` is the one row `{ error }`. */
export interface BrokenCheck {
  name: string
  found: unknown[]
}

/**
 * The violations: each broken check's name with the rows that violate it. Empty when all hold. A check that throws is
 * broken, and the others still run. Throws only when the database is away, which says nothing about money.
 */
export async function brokenMoneyChecks(
  db: Queryable,
  now: Date = new Date(),
): Promise<BrokenCheck[]> {
  const broken: BrokenCheck[] = []
  for (const { name, query } of MONEY_CHECKS) {
    const found = await rows(db, sql`${clock(now)} ${raw(query)}`).catch((error: unknown) => {
      if (!(error instanceof Error) || isDatabaseAway(error)) throw error
      return [{ error: error.message }]
    })
    if (found.length > 0) broken.push({ name, found })
  }
  return broken
}
