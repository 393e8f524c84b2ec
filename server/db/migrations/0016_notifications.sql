-- Notices to people, on the screen and by mail.

-- A row is written with the change it is about. The mail about it leaves from a job.
create table notifications (
  id bigint generated always as identity primary key,
  user_id uuid not null references profiles (id) on delete cascade,
  -- What it is about: 'event:41', 'clock.review_reminder:<deliverable>:3'. One cause makes one notice.
  cause text not null,
  notice text not null,
  audience text not null check (audience in ('seller', 'creator')),
  kind text not null check (kind in ('applications', 'invitations', 'deliverables', 'payments', 'reminders', 'messages', 'searches')),
  -- The facts as they were when it happened (NoticeFacts).
  facts jsonb not null,
  -- The path, without its query, of the page that it leads to. Opening that page marks it as read.
  page text not null,
  read_at timestamptz,
  -- What became of its mail. looking: the reader had the page open; off: not wanted; gone: the account was deleted.
  mail text not null default 'waiting' check (mail in ('waiting', 'sent', 'looking', 'read', 'off', 'gone')),
  created_at timestamptz not null default clock_timestamp(),
  constraint notifications_once_per_cause unique (user_id, cause)
);
create index notifications_newest on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id, page) where read_at is null;

-- Kinds about which somebody wants no mail, or wants it again. No row means yes.
create table notification_preferences (
  user_id uuid not null references profiles (id) on delete cascade,
  kind text not null check (kind in ('applications', 'invitations', 'deliverables', 'payments', 'reminders', 'messages', 'searches')),
  email boolean not null,
  primary key (user_id, kind)
);

-- Which pages people have open. Unlogged: losing it in a crash costs an unnecessary mail.
create unlogged table page_presence (
  user_id uuid not null,
  path text not null,
  seen_at timestamptz not null,
  primary key (user_id, path)
);
create index page_presence_by_age on page_presence (seen_at);

-- Up to when a mail has told somebody that messages of a conversation wait for them.
create table message_digests (
  user_id uuid not null references profiles (id) on delete cascade,
  conversation_id uuid not null references conversations (id) on delete cascade,
  sent_at timestamptz not null,
  primary key (user_id, conversation_id)
);

-- Mails that the mail server has accepted: a job that runs again does not send them again.
create table sent_mails (
  dedupe_id text primary key,
  sent_at timestamptz not null default now()
);
create index sent_mails_by_age on sent_mails (sent_at);
