import type { MoneyCheck } from './money-check.ts'

/** What was agreed and ordered: a payment belongs to its deal, and no one else moved it. */
export const DEAL_CHECKS: readonly MoneyCheck[] = [
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
      'Every release and refund was ordered: by the brand, the creator, the review window, a decision, or a licence that became void.',
    query: `select payments.id from payments join events on events.entity = 'payment' and events.entity_id = payments.id
        and events.move in ('order_release', 'order_refund')
      where events.actor_id is not null
        and events.actor_id <> case events.move when 'order_release' then payments.seller_id else payments.creator_id end
      union all select payments.id from payments join events on events.entity = 'payment'
        and events.entity_id = payments.id and events.actor_id is null
        and events.move in ('order_refund', 'order_part_refund') where not exists
        (select 1 from events decided where decided.entity_id = payments.id and decided.move = 'decide')
        and not (purpose = 'extension' and events.move = 'order_refund' and exists (select 1 from events voided
          where voided.entity = 'licence' and voided.move = 'void' and voided.project_id = payments.project_id
            and voided.id < events.id))
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
    name: 'extensions_were_agreed',
    of: 'M5 M14',
    promise:
      "An extension of a licence is paid as it was agreed, at the terms' price where they name it, and never before its licence was granted; it is paid exactly if its money arrived.",
    query: `select payments.id from payments left join licence_extensions extensions on extensions.id = payments.extension_id
        left join licences on licences.id = extensions.licence_id left join licence_terms on hash = terms_hash
        where purpose = 'extension' and (licences.application_id is distinct from payments.application_id
          or extensions.price is distinct from payments.amount
          or (payments.funded_at is not null) <> (extensions.status = 'paid')
          or (extensions.by = 'terms' and ((terms ->> 'extend_cents')::bigint is distinct from extensions.price
            or (terms ->> 'extend_months')::integer is distinct from extensions.months)))
      union all select id from licence_extensions where status = 'paid'
        and not exists (select from payments where extension_id = licence_extensions.id)`,
  },
  {
    name: 'extensions_move_the_last_day',
    of: 'M5',
    promise:
      'A licence runs longer than its terms say exactly while an extension of it counts: its money arrived, and neither went back nor was taken.',
    query: `select licences.id, ends_on from licences join licence_terms on hash = terms_hash
      cross join lateral (select coalesce(sum(months), 0) as months from licence_extensions extensions
        join payments on payments.extension_id = extensions.id
        where licence_id = licences.id and extensions.status = 'paid' and payments.status in ('held_in_escrow', 'released')
          and payments.dispute_outcome is distinct from 'lost' and payments.came_back is distinct from 'refund') added
      cross join lateral (select (granted_at at time zone 'UTC')::date as first, (terms ->> 'term_months')::integer as term) agreed
      where agreed.term is not null and ends_on is not null
        and (ends_on < (agreed.first + make_interval(months => agreed.term + added.months::integer))::date
          or (added.months = 0 and ends_on > (agreed.first + make_interval(months => agreed.term))::date))`,
  },
  {
    name: 'extensions_are_not_held',
    of: 'M2 M18',
    promise:
      'Money of an extension is not held: it is on its way to the creator or, once the licence is void, to the card; or a refusal, a dispute or something that came back says why not.',
    query: `select payments.id from payments where purpose = 'extension' and status = 'held_in_escrow' and moving is null
      and came_back is null and not disputed and funded_at < (select now from clock) - interval '2 hours'
      and not exists (select from money_ops where payment_id = payments.id and kind in ('release', 'refund') and state = 'failed')
      and (exists (select from licences where licences.application_id = payments.application_id and licences.status = 'void')
        or (exists (select from stripe_accounts where user_id = payments.creator_id and onboarding_complete and replaced_at is null)
          and not exists (select from payments earlier where earlier.creator_id = payments.creator_id
            and earlier.dispute_outcome = 'open'
            and (earlier.status = 'released' or earlier.application_id = payments.application_id))))`,
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
]
