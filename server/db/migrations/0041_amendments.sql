-- Changes of a running deal: a new date, a new brief. One side proposes, the other agrees or not; one open at a time.
create table amendments (
  -- Made by the browser, so that sending twice is sending once.
  id uuid primary key,
  application_id uuid not null references applications (id),
  number smallint not null check (number between 1 and 20),
  by text not null check (by in ('seller', 'creator')),
  -- What it leaves as it is, is null.
  deliver_by date,
  against_deliver_by date not null,
  brief jsonb check (octet_length(brief::text) <= 131072),
  brief_hash text,
  -- The version that was agreed when it was proposed; null without a brief.
  against_brief_version integer,
  -- The version its acceptance made.
  brief_version integer,
  note text check (char_length(note) between 1 and 1000),
  status text not null default 'proposed'
    check (status in ('proposed', 'accepted', 'declined', 'withdrawn', 'expired', 'closed')),
  expires_at timestamptz not null,
  created_at timestamptz not null,
  answered_at timestamptz,
  constraint amendments_one_per_number unique (application_id, number),
  constraint amendments_change_something check (deliver_by is not null or brief is not null),
  constraint amendments_hash_of_brief check ((brief is null) = (brief_hash is null)),
  -- Agreed on a brief, exactly then there is a version.
  constraint amendments_version_if_agreed check ((brief_version is not null) = (status = 'accepted' and brief is not null)),
  -- Nobody answers what expires or ends with its project.
  constraint amendments_answered_at check ((answered_at is null) = (status in ('proposed', 'expired', 'closed'))),
  constraint amendments_expire_later check (expires_at > created_at)
);
create unique index amendments_one_open on amendments (application_id) where status = 'proposed';
create index amendments_to_expire on amendments (expires_at) where status = 'proposed';

alter table events
  drop constraint events_entity_check,
  add constraint events_entity_check check (entity in
    ('project', 'application', 'offer', 'amendment', 'package_order', 'deliverable', 'review_note', 'review_reply', 'payment',
      'invitation', 'payout_account', 'deal_dispute', 'deal_review', 'operator_act'));
