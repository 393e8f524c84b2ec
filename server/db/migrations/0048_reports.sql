-- Reports of what somebody saw, the sanctions that follow from them, and the appeals against those.

-- One act of an operator against a person: also the statement of reasons that this person reads. What was done and why
-- never changes; the appeal, its answer and the undoing are added.
create table sanctions (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  person_id uuid not null references profiles (id),
  actor_id uuid not null references profiles (id),
  act text not null check (act in ('hide', 'warn', 'limit', 'ban')),
  subject text not null check (subject in ('profile', 'project', 'message', 'review', 'picture')),
  subject_id uuid not null,
  picture text,
  project_id uuid references projects (id),
  -- What it is about, as it was then.
  seen text not null check (char_length(seen) <= 2000),
  -- The rule, and what the operator found.
  reason text not null,
  facts text not null check (char_length(facts) between 1 and 500),
  at timestamptz not null,
  until timestamptz,
  -- What hiding took away, so that it can be put back. Null where a mark on the row itself hides it.
  taken jsonb,
  undone_at timestamptz,
  appeal_status text not null default 'none' check (appeal_status in ('none', 'open', 'upheld', 'reversed')),
  appeal text check (char_length(appeal) between 1 and 1000),
  appealed_at timestamptz,
  appeal_answer text check (char_length(appeal_answer) between 1 and 500),
  appeal_answered_by uuid references profiles (id),
  appeal_answered_at timestamptz,
  constraint sanctions_limits_end check (act <> 'limit' or until is not null),
  constraint sanctions_appeals_have_words check ((appeal_status = 'none') = (appealed_at is null and appeal is null)),
  constraint sanctions_answers_have_words
    check ((appeal_status in ('upheld', 'reversed')) = (appeal_answer is not null and appeal_answered_at is not null))
);
create index sanctions_of_person on sanctions (person_id, number desc);
-- Asked before everything that a limited account may not do.
create index sanctions_limiting on sanctions (person_id, until) where act = 'limit' and undone_at is null;
create index sanctions_appealed on sanctions (number) where appeal_status = 'open';

create table reports (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  -- Null once the account is deleted: the report stays, without a name.
  reporter_id uuid references profiles (id),
  -- Whom it is about.
  person_id uuid not null references profiles (id),
  subject text not null check (subject in ('profile', 'project', 'message', 'review', 'picture')),
  subject_id uuid not null,
  -- The address of a picture on the profile `subject_id`.
  picture text check (char_length(picture) <= 2048),
  project_id uuid references projects (id),
  -- What the reporter saw: it may be changed or gone when an operator looks.
  seen text not null check (char_length(seen) <= 2000),
  reason text not null,
  body text not null default '' check (char_length(body) <= 1000),
  status text not null default 'open' check (status in ('open', 'taken', 'acted', 'dismissed')),
  handled_by uuid references profiles (id),
  created_at timestamptz not null,
  -- When an operator took it, dismissed it or acted on it first.
  looked_at timestamptz,
  closed_at timestamptz,
  sanction_id uuid references sanctions (id),
  constraint reports_pictures_have_an_address check ((subject = 'picture') = (picture is not null)),
  constraint reports_closed_have_a_day check ((status in ('acted', 'dismissed')) = (closed_at is not null)),
  constraint reports_acted_have_a_sanction check ((status = 'acted') = (sanction_id is not null))
);
create unique index reports_one_open_each on reports (reporter_id, subject, subject_id, coalesce(picture, ''))
  where status in ('open', 'taken');
-- The queue, and what is closed together.
create index reports_waiting on reports (number) where status in ('open', 'taken');
create index reports_waiting_about on reports (subject, subject_id) where status in ('open', 'taken');
create index reports_closed on reports (number desc) where status in ('acted', 'dismissed');
create index reports_looked_at on reports (looked_at) where looked_at is not null;
create index reports_of_reporter on reports (reporter_id);

-- What is hidden is still there, for its owner, for those who had it, and for an appeal.
alter table projects add column hidden_at timestamptz;
alter table messages add column covered_at timestamptz;

alter table events
  drop constraint events_entity_check,
  add constraint events_entity_check check (entity in
    ('project', 'application', 'offer', 'amendment', 'package_order', 'deliverable', 'review_note', 'review_reply', 'payment',
      'invitation', 'payout_account', 'deal_dispute', 'deal_review', 'report', 'sanction', 'operator_act'));

alter table notifications
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in
    ('applications', 'invitations', 'deliverables', 'payments', 'reviews', 'reminders', 'messages', 'searches', 'reports'));
alter table notification_preferences
  drop constraint notification_preferences_kind_check,
  add constraint notification_preferences_kind_check check (kind in
    ('applications', 'invitations', 'deliverables', 'payments', 'reviews', 'reminders', 'messages', 'searches', 'reports'));
