-- What operators did in the console: append-only, beside the event of the same moment in `events`.
create table operator_acts (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  actor_id uuid not null references profiles (id),
  act text not null,
  -- What it was about ('person', 'job', …) and its id there: a UUID, or a number of the database.
  subject text not null,
  subject_id text not null,
  -- In a few words, as it was called then: a job may be gone when it is read. Empty for people: see their profile.
  subject_name text not null,
  -- The reason given, or the note itself.
  why text check (char_length(why) <= 500),
  at timestamptz not null default clock_timestamp()
);
create index operator_acts_of_subject on operator_acts (subject, subject_id, number desc);
create trigger operator_acts_append_only before update or delete or truncate on operator_acts
  for each statement execute function append_only();

alter table events drop constraint events_entity_check, add constraint events_entity_check check (entity in
  ('project', 'application', 'deliverable', 'payment', 'invitation', 'payout_account', 'deal_dispute', 'operator_act'));

-- Whoever looks after a difference, and who resolved it by hand.
alter table money_differences
  add column owner_id uuid references profiles (id),
  add column resolved_by uuid references profiles (id);
create index money_differences_of_payment on money_differences (payment_id) where payment_id is not null;

-- A number to page by: the provider's own id says nothing of the order in which events came.
alter table webhook_events add column number bigint generated always as identity;
create unique index webhook_events_newest on webhook_events (number);
create index webhook_events_waiting on webhook_events (number) where applied_at is null;
create index webhook_events_by_type on webhook_events (type text_pattern_ops);
-- Which events speak of an object: payload @> '{"chargeId": "ch_…"}'.
create index webhook_events_about on webhook_events using gin (payload jsonb_path_ops);

-- Finding people by part of a name, a company or an address, whatever their role.
create index profiles_newest on profiles (created_at desc, id desc);
create index profiles_by_words on profiles
  using gin (search_fold(name || chr(31) || coalesce(company_name, '') || chr(31) || email) public.gin_trgm_ops);
create index users_banned on auth.users (banned_until) where banned_until is not null;
-- Beside projects_active_newest: an index of all would be taken for that one's list.
create index projects_left_newest on projects (created_at desc, id desc) where status <> 'active';
create index projects_by_title on projects using gin (search_fold(title) public.gin_trgm_ops);

-- Finding payments by the provider's ids, and those that need somebody.
create index payments_newest on payments (created_at desc, id desc);
create index payments_of_status on payments (status, created_at desc, id desc);
create index payments_flagged on payments (created_at desc, id desc)
  where disputed or moving is not null or came_back is not null;
create index payments_of_intent on payments (stripe_payment_intent_id) where stripe_payment_intent_id is not null;
create index payments_of_transfer on payments (stripe_transfer_id) where stripe_transfer_id is not null;
create index payments_of_refund on payments (stripe_refund_id) where stripe_refund_id is not null;
create index payments_of_dispute on payments (dispute_id) where dispute_id is not null;
