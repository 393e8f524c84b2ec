-- The agreed brief's checks about each delivery: what its files say, what its creator ticked, what the brand answered.

alter table deliverables
  -- The version of the brief it was checked by; null without one, and for deliveries from before this column.
  add column brief_version integer,
  add constraint deliverables_brief foreign key (project_id, brief_version)
    references project_briefs (project_id, version);

create table deliverable_checks (
  deliverable_id uuid not null references deliverables (id),
  -- Of the check in that version.
  check_id text not null check (char_length(check_id) between 1 and 36),
  -- What the files say, and the figure found; null for what a person judges, and where they do not tell.
  machine boolean,
  found text check (char_length(found) between 1 and 160),
  -- The creator's, written once, at hand-in.
  ticked boolean,
  reason text check (char_length(reason) between 1 and 300),
  -- The brand's.
  holds boolean,
  note text check (char_length(note) between 1 and 300),
  answered_at timestamptz,
  primary key (deliverable_id, check_id),
  constraint deliverable_checks_found check ((machine is null) = (found is null)),
  constraint deliverable_checks_answered check ((holds is null) = (answered_at is null)),
  constraint deliverable_checks_note check (note is null or holds = false)
);

-- A change that came from a check: it is not among the notes that its sending was made of.
alter table review_notes add column check_id text check (char_length(check_id) between 1 and 36);

-- A revision asked for outside the room is a sending too, once checks go with it: it may be as long as `reviewer_notes`.
alter table review_sendings
  drop constraint review_sendings_words_check,
  add constraint review_sendings_words_check check (char_length(words) between 1 and 4000);

-- Of a picture, in px as it is shown. Null for everything else, and for files from before these columns.
alter table files
  add column width integer check (width >= 1),
  add column height integer check (height >= 1);
