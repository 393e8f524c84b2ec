-- A project may state a licence other than the standard one (contract/licence-rights.ts); null is the standard one.
alter table projects add column licence_terms_hash text references licence_terms (hash);

-- The terms an application was accepted under, which nothing changes any more. Null: pending, or accepted before there was a choice,
-- which was the standard licence.
alter table applications add column licence_terms_hash text references licence_terms (hash);

create function licence_terms_stay() returns trigger language plpgsql as $$
begin
  raise exception 'the licence of an accepted application never changes' using errcode = 'integrity_constraint_violation';
end $$;
create trigger applications_licence_terms_stay before update of licence_terms_hash on applications
  for each row when (old.licence_terms_hash is not null and old.licence_terms_hash is distinct from new.licence_terms_hash)
  execute function licence_terms_stay();

-- The last day of a licence with an end, 'YYYY-MM-DD' in UTC; null without one. Whether it is over is asked of the clock.
alter table licences add column ends_on date;
