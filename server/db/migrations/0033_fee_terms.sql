-- What the platform keeps of a deal, as data (docs/decisions/0024): frozen when an application is accepted, copied to
-- its payment. Changing the fee adds a row here and touches no deal that was made before.
create table fee_terms (
  id bigint generated always as identity primary key,
  -- The creator's share in hundredths of a percent. Never less than half: contract/fees.ts.
  creator_bps integer not null check (creator_bps between 5000 and 10000),
  -- The least the platform keeps, in cents; of a small price never more than half.
  minimum_fee usd_cents not null default 0,
  valid_from timestamptz not null,
  created_at timestamptz not null default now()
);
create index fee_terms_newest on fee_terms (valid_from desc, id desc);
-- All that was agreed so far: SPEC §9.
insert into fee_terms (creator_bps, minimum_fee, valid_from) values (8500, 0, '2000-01-01T00:00:00Z');
create trigger fee_terms_append_only before update or delete or truncate on fee_terms
  for each statement execute function append_only();

alter table applications add column fee_terms_id bigint references fee_terms (id);
update applications set fee_terms_id = (select id from fee_terms) where status = 'accepted';

-- Whoever accepts need not know of terms: those valid at that moment are the deal's, for good.
create function freeze_fee_terms() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.fee_terms_id is not null and new.fee_terms_id is distinct from old.fee_terms_id then
    raise exception 'the fee terms of application % were agreed', new.id using errcode = 'integrity_constraint_violation';
  end if;
  if new.status = 'accepted' and new.fee_terms_id is null then
    new.fee_terms_id := (select id from fee_terms where valid_from <= now() order by valid_from desc, id desc limit 1);
  end if;
  return new;
end $$;
create trigger applications_freeze_fee_terms before insert or update of status, fee_terms_id on applications
  for each row execute function freeze_fee_terms();
alter table applications add constraint applications_accepted_with_terms
  check (status <> 'accepted' or fee_terms_id is not null);

alter table payments
  -- What is bought: the deal itself, or something its parties add to it later.
  add column purpose text not null default 'deal' check (purpose ~ '^[a-z_]{1,40}$'),
  add column currency text not null default 'usd' check (currency ~ '^[a-z]{3}$'),
  -- The deal's terms; the fee in hundredths of a percent, the least of it in cents.
  add column fee_bps integer not null default 1500 check (fee_bps between 0 and 5000),
  add column minimum_fee usd_cents not null default 0;
-- The defaults were for the rows that were there. A forgotten copy must not become 15 %.
alter table payments alter column fee_bps drop default, alter column minimum_fee drop default;

create function copy_fee_terms() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    raise exception 'the terms of payment % were agreed', new.id using errcode = 'integrity_constraint_violation';
  end if;
  if new.fee_bps is null and new.minimum_fee is null then
    select 10000 - creator_bps, fee_terms.minimum_fee into new.fee_bps, new.minimum_fee
      from applications join fee_terms on fee_terms.id = applications.fee_terms_id
      where applications.id = new.application_id;
  end if;
  return new;
end $$;
create trigger payments_copy_fee_terms before insert on payments
  for each row execute function copy_fee_terms();
create trigger payments_keep_fee_terms before update on payments for each row
  when ((old.fee_bps, old.minimum_fee, old.currency, old.purpose)
    is distinct from (new.fee_bps, new.minimum_fee, new.currency, new.purpose))
  execute function copy_fee_terms();

-- One payment of an application for the deal; whatever else its parties buy are payments of their own.
create unique index payments_one_deal_per_application on payments (application_id) where purpose = 'deal';
alter table payments drop constraint payments_one_per_application;
create index payments_of_application on payments (application_id);
