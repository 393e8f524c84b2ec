-- What people's deals say about them, recomputed from events as a whole and never incremented.
create table track_records (
  profile_id uuid primary key references profiles (id) on delete cascade,
  -- How many deals of the window there are.
  deals integer not null default 0,
  -- By figure [n, of] (contract/track-record.ts). A figure with nothing to count is absent.
  figures jsonb not null default '{}',
  badges text[] not null default '{}',
  -- How far someone's Bayesian mean is above what everyone starts with, in thousandths above 10,000,000. Higher is better.
  rank_rating integer not null default 10000000,
  rank_on_time integer not null default 10000000,
  rank_first_pass integer not null default 10000000,
  rank_answers integer not null default 10000000,
  computed_at timestamptz not null default '-infinity'
);
-- Whoever was counted longest ago is next: time alone changes figures, too.
create index track_records_due on track_records (computed_at);
-- The orders of Find Creators.
create index track_records_by_rating on track_records (rank_rating desc, profile_id desc);
create index track_records_by_on_time on track_records (rank_on_time desc, profile_id desc);
create index track_records_by_first_pass on track_records (rank_first_pass desc, profile_id desc);
create index track_records_by_answers on track_records (rank_answers desc, profile_id desc);
create index track_records_badges on track_records using gin (badges);

-- Whose figures are to be counted again. Rows are only inserted, so no transaction waits for another here, and deleted
-- in the transaction that counted.
create table track_record_changes (
  id bigint generated always as identity primary key,
  project_id uuid,
  profile_id uuid,
  constraint track_record_changes_name_one check (num_nonnulls(project_id, profile_id) = 1)
);

create function change_record_of_deal() returns trigger language plpgsql as $$
begin
  insert into track_record_changes (project_id) values (new.project_id);
  return null;
end $$;
create trigger events_change_records after insert on events for each row
  when (new.project_id is not null
    and new.entity in ('application', 'deliverable', 'payment', 'deal_dispute', 'deal_review'))
  execute function change_record_of_deal();

-- Everyone has a row, so that lists have one order; what is banned takes its reviews along, and who is gone their figures.
create function begin_record() returns trigger language plpgsql as $$
begin
  insert into track_records (profile_id) values (new.id) on conflict do nothing;
  return null;
end $$;
create trigger profiles_begin_record after insert on profiles for each row execute function begin_record();
create function change_records_of_reviewed() returns trigger language plpgsql as $$
begin
  insert into track_record_changes (project_id) select project_id from deal_reviews
    where author_id = new.id and status = 'shown';
  return null;
end $$;
create trigger profiles_change_records after update of shown_from on profiles for each row
  when (old.shown_from is distinct from new.shown_from) execute function change_records_of_reviewed();

-- Whether somebody's identity was checked is the payment provider's word.
create function change_record_of_account() returns trigger language plpgsql as $$
begin
  insert into track_record_changes (profile_id) values (new.user_id);
  return null;
end $$;
create trigger stripe_accounts_change_records after insert or update of onboarding_complete, closed on stripe_accounts
  for each row execute function change_record_of_account();

-- What the last nightly check found: one row.
create table track_record_checks (
  number smallint primary key default 1 check (number = 1),
  checked_at timestamptz not null,
  looked_at integer not null,
  differing integer not null
);

insert into track_records (profile_id) select id from profiles;
