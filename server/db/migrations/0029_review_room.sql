-- The review room: notes about a version, sent together, answered, and closed.

-- Notes that were sent together: one mail, and one revision request where they asked for one.
create table review_sendings (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects (id),
  deliverable_id uuid not null references deliverables (id),
  author_id uuid not null references profiles (id),
  request_changes boolean not null,
  -- What was written beside the notes.
  words text check (char_length(words) between 1 and 2000),
  -- All of it as a text, as mails and the version's answer tell it.
  told text not null check (char_length(told) between 1 and 4000),
  sent_at timestamptz not null
);
-- A version is answered once, whatever clicks arrive.
create unique index review_sendings_one_request on review_sendings (deliverable_id) where request_changes;
create index review_sendings_of_project on review_sendings (project_id);
create index review_sendings_of_author on review_sendings (author_id);

create table review_notes (
  -- Made by the browser, so that saving twice is saving once.
  id uuid primary key,
  project_id uuid not null references projects (id),
  -- The version it was said about.
  deliverable_id uuid not null references deliverables (id),
  -- The project's owner. A guest's note is theirs too: they send it or discard it.
  author_id uuid not null references profiles (id),
  guest_name text check (char_length(guest_name) between 1 and 60),
  kind text not null check (kind in ('must', 'wish', 'praise', 'question')),
  body text not null check (char_length(body) between 1 and 2000),
  -- The moment or range in ms of the video's presentation.
  at_ms integer check (at_ms >= 0),
  until_ms integer,
  page integer check (page >= 1),
  -- In 1/10,000 of the picture's width and height.
  place_x smallint check (place_x between 0 and 10000),
  place_y smallint check (place_y between 0 and 10000),
  drawing jsonb check (octet_length(drawing::text) <= 32768),
  status text not null default 'draft' check (status in ('draft', 'open', 'answered', 'resolved', 'withdrawn')),
  -- Within the project, given when sent.
  number integer check (number >= 1),
  sending_id uuid references review_sendings (id),
  -- The creator's answer. answered_in is null until the version that carries it is handed in.
  answer_done boolean,
  answer_text text check (char_length(answer_text) between 1 and 1000),
  answered_at timestamptz,
  answered_in uuid references deliverables (id),
  -- Resolved because the version was approved all the same.
  waived boolean not null default false,
  created_at timestamptz not null,
  sent_at timestamptz,
  resolved_at timestamptz,
  constraint review_notes_one_per_number unique (project_id, number),
  constraint review_notes_range_ends_later check (until_ms is null or (at_ms is not null and until_ms > at_ms)),
  constraint review_notes_place_is_whole check ((place_x is null) = (place_y is null)),
  constraint review_notes_numbered_when_sent check ((status = 'draft') = (number is null)
    and (number is null) = (sent_at is null) and (number is null) = (sending_id is null)),
  constraint review_notes_answered_in_full check ((answered_at is null) = (answer_done is null)
    and (answered_at is not null or (answer_text is null and answered_in is null))
    and (status <> 'answered' or answered_at is not null)),
  constraint review_notes_undone_says_why check (answer_done is distinct from false or answer_text is not null),
  constraint review_notes_resolved_at check ((status = 'resolved') = (resolved_at is not null)),
  constraint review_notes_waived_when_resolved check (not waived or status = 'resolved')
);
create index review_notes_of_deliverable on review_notes (deliverable_id);
create index review_notes_of_author on review_notes (author_id);
create index review_notes_of_sending on review_notes (sending_id) where sending_id is not null;
-- What handing in and approving ask about.
create index review_notes_open_changes on review_notes (project_id)
  where kind = 'must' and status in ('open', 'answered');

create table review_replies (
  id uuid primary key,
  -- The order in which they were made, whatever the clocks of two processes say.
  seq bigint generated always as identity,
  note_id uuid not null references review_notes (id),
  author_id uuid not null references profiles (id),
  body text not null check (char_length(body) between 1 and 2000),
  created_at timestamptz not null
);
create index review_replies_of_note on review_replies (note_id, seq);
create index review_replies_of_author on review_replies (author_id);

alter table events
  drop constraint events_entity_check,
  add constraint events_entity_check check (entity in
    ('project', 'application', 'deliverable', 'review_note', 'payment', 'invitation', 'payout_account', 'deal_dispute',
      'operator_act'));
