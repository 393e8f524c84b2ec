-- What the two sides of a finished deal say about each other. Each side's row exists from the day the deal ended.
create table deal_reviews (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects (id),
  application_id uuid not null references applications (id),
  author_id uuid not null references profiles (id),
  subject_id uuid not null references profiles (id),
  -- Which side of the deal its author is.
  side text not null check (side in ('seller', 'creator')),
  status text not null default 'open' check (status in ('open', 'sealed', 'shown', 'hidden', 'lapsed')),
  opened_at timestamptz not null,
  -- 00:00 UTC of day 14: what is sealed then is revealed, what is open lapses.
  closes_at timestamptz not null,
  -- When its subject asked for it.
  asked_at timestamptz,

  first smallint check (first between 1 and 5),
  second smallint check (second between 1 and 5),
  third smallint check (third between 1 and 5),
  again boolean,
  body text not null default '' check (char_length(body) <= 1500),
  note text not null default '' check (char_length(note) <= 500),
  sealed_at timestamptz,
  shown_at timestamptz,
  hidden_at timestamptz,
  hidden_reason text check (char_length(hidden_reason) <= 500),
  unique (application_id, author_id),
  constraint deal_reviews_about_the_other check (author_id <> subject_id),
  constraint deal_reviews_written_in_full check ((status in ('sealed', 'shown', 'hidden'))
    = (first is not null and second is not null and third is not null and again is not null and sealed_at is not null)),
  constraint deal_reviews_unwritten_are_empty check (status not in ('open', 'lapsed') or body || note = ''),
  constraint deal_reviews_shown_have_a_day check ((status in ('shown', 'hidden')) = (shown_at is not null)),
  constraint deal_reviews_hidden_say_why check ((status = 'hidden') = (hidden_reason is not null and hidden_at is not null))
);
create index deal_reviews_of_project on deal_reviews (project_id);
create index deal_reviews_of_author on deal_reviews (author_id);
-- A profile's list, newest first, and its average.
create index deal_reviews_on_profile on deal_reviews (subject_id, shown_at desc, id desc)
  where status in ('shown', 'hidden');
create index deal_reviews_newest on deal_reviews (shown_at desc, id desc) where status in ('shown', 'hidden');
-- What the clock looks at.
create index deal_reviews_closing on deal_reviews (closes_at) where status in ('open', 'sealed');

-- The subject's one public answer. Never changed.
create table deal_review_answers (
  review_id uuid primary key references deal_reviews (id),
  body text not null check (char_length(body) between 1 and 1000),
  created_at timestamptz not null
);

-- The only way the product reads what a review says: nothing of it before it is shown, except for its author. A viewer
-- of null is the public. The private note is for the two of the deal, and `again` its author's.
create function readable_deal_reviews(viewer uuid) returns table (
  id uuid, project_id uuid, application_id uuid, author_id uuid, subject_id uuid, side text, status text,
  opened_at timestamptz, closes_at timestamptz, asked_at timestamptz, written boolean,
  first smallint, second smallint, third smallint, again boolean, body text, note text,
  sealed_at timestamptz, shown_at timestamptz, hidden_at timestamptz, hidden_reason text, answer text, answered_at timestamptz
) language sql stable as $$
  select r.id, r.project_id, r.application_id, r.author_id, r.subject_id, r.side, r.status,
    r.opened_at, r.closes_at, r.asked_at, r.sealed_at is not null,
    case when r.status = 'shown' or r.author_id = viewer then r.first end,
    case when r.status = 'shown' or r.author_id = viewer then r.second end,
    case when r.status = 'shown' or r.author_id = viewer then r.third end,
    case when r.author_id = viewer then r.again end,
    case when r.status = 'shown' or r.author_id = viewer then r.body end,
    case when r.author_id = viewer or (r.status = 'shown' and r.subject_id = viewer) then r.note end,
    case when r.author_id = viewer then r.sealed_at end, r.shown_at, r.hidden_at, r.hidden_reason,
    case when r.status = 'shown' or r.subject_id = viewer then answers.body end, answers.created_at
  from deal_reviews r left join deal_review_answers answers on answers.review_id = r.id
$$;

-- What a profile's reviews add up to: only shown ones, by people who are not banned at that moment.
create function deal_review_figures(subject uuid, at timestamptz) returns table (
  total bigint, score_sum bigint, again_count bigint
) language sql stable as $$
  select count(*), coalesce(sum(r.first + r.second + r.third), 0), count(*) filter (where r.again)
  from deal_reviews r join profiles author on author.id = r.author_id
  where r.subject_id = subject and r.status = 'shown' and (author.shown_from is null or author.shown_from <= at)
$$;

alter table events
  drop constraint events_entity_check,
  add constraint events_entity_check check (entity in
    ('project', 'application', 'offer', 'deliverable', 'review_note', 'review_reply', 'payment', 'invitation',
      'payout_account', 'deal_dispute', 'deal_review', 'operator_act'));

-- Mails about reviews after a deal can be switched off by themselves.
alter table notifications
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in
    ('applications', 'invitations', 'deliverables', 'payments', 'reviews', 'reminders', 'messages', 'searches'));
alter table notification_preferences
  drop constraint notification_preferences_kind_check,
  add constraint notification_preferences_kind_check check (kind in
    ('applications', 'invitations', 'deliverables', 'payments', 'reviews', 'reminders', 'messages', 'searches'));
