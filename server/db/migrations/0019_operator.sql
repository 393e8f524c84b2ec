-- What operators did in the console: append-only, beside the event of the same moment in `events`.
create table operator_acts (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  actor_id uuid not null references profiles (id),
  act text not null,
  -- What it was about ('person', 'job', …) and its id there: a UUID, or a number of the database.
  subject text not null,
  subject_id text not null,
  -- A short name as it was then: a job may be gone when this is read. Empty for people, whose profile has their name.
  subject_name text not null,
  -- The reason given, or the note itself.
  why text check (char_length(why) <= 500),
  at timestamptz not null default clock_timestamp()
);
create index operator_acts_of_subject on operator_acts (subject, subject_id, number desc);
create trigger operator_acts_append_only before update or delete or truncate on operator_acts
  for each statement execute function append_only();
