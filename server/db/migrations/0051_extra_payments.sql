-- A higher price for a deal whose money is held: the difference is a second payment, and counts once it is held.
alter table amendments
  -- Cents that a higher price adds to held money, and until when the brand can pay them.
  add column extra usd_cents check (extra >= 100),
  add column pay_by timestamptz,
  drop constraint amendments_status_check,
  add constraint amendments_status_check
    check (status in ('proposed', 'accepted', 'declined', 'withdrawn', 'expired', 'closed', 'unpaid', 'lapsed')),
  -- Nobody answers what expires or ends with its project, unless it had been agreed and was not paid.
  drop constraint amendments_answered_at,
  add constraint amendments_answered_at check (case
    when status in ('proposed', 'expired') then answered_at is null
    when status = 'closed' then (answered_at is not null) = (extra is not null)
    else answered_at is not null end),
  add constraint amendments_extra_is_a_price check (extra is null or (price > against_price and returned is null
    and status in ('unpaid', 'accepted', 'lapsed', 'closed'))),
  add constraint amendments_unpaid_is_an_extra check (status not in ('unpaid', 'lapsed') or extra is not null),
  add constraint amendments_extra_has_a_term check ((extra is null) = (pay_by is null));
drop index amendments_one_open;
create unique index amendments_one_open on amendments (application_id) where status in ('proposed', 'unpaid');
create index amendments_to_lapse on amendments (pay_by) where status = 'unpaid';

alter table payments
  add column amendment_id uuid references amendments (id),
  add constraint payments_extra_is_agreed check ((purpose = 'extra') = (amendment_id is not null));
-- One payment of what an amendment adds.
create unique index payments_one_per_amendment on payments (amendment_id) where amendment_id is not null;
-- What is paid for is agreed, as its terms are.
drop trigger payments_keep_fee_terms on payments;
create trigger payments_keep_fee_terms before update on payments for each row
  when ((old.fee_bps, old.minimum_fee, old.currency, old.purpose, old.amendment_id)
    is distinct from (new.fee_bps, new.minimum_fee, new.currency, new.purpose, new.amendment_id))
  execute function copy_fee_terms();
