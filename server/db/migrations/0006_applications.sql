-- Creators' offers for a project (SPEC §3). The accepted one is the deal.
create table applications (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects (id),
  creator_id uuid not null references profiles (id),
  message text not null,
  proposed_price usd_cents not null check (proposed_price >= 100),
  status text not null default 'pending' check (status in ('pending', 'accepted', 'rejected')),
  -- The terms of the deal, from the moment it is accepted.
  fee_terms_id bigint references fee_terms (id),
  created_at timestamptz not null default now(),
  constraint applications_one_per_creator_per_project unique (project_id, creator_id),
  constraint applications_accepted_with_terms check (status <> 'accepted' or fee_terms_id is not null)
);
create unique index applications_one_accepted_per_project on applications (project_id) where status = 'accepted';
create index applications_of_creator on applications (creator_id, created_at desc, id desc);
create index applications_of_project on applications (project_id, created_at desc, id desc);

-- A statement that accepts need not name the terms: those valid at that moment become the deal's, for good.
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
