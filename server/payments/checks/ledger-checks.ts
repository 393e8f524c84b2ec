import type { MoneyCheck } from './money-check.ts'

/** In SQL: the creator's share of what was not returned, by the deal's own terms. */
const creatorShare =
  'creator_share(payments.amount - payments.returned_part, 10000 - payments.fee_bps, payments.minimum_fee)'

/** The books: every movement of the ledger, and the money that left escrow through them. */
export const LEDGER_CHECKS: readonly MoneyCheck[] = [
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
        or (payments.status = 'released' and payments.purpose <> 'extension' and projects.status <> 'completed' and not exists (select from payments other
          where other.application_id = payments.application_id and other.purpose <> 'extension' and other.status = 'held_in_escrow'))`,
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
]
