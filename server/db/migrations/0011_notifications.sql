-- What people are told. Raised with the change itself; the mail about it leaves from a job.
create table notifications (
  id bigint generated always as identity primary key,
  user_id uuid not null references profiles (id) on delete cascade,
  -- What it is told for: 'event:41', 'clock.review_reminder:<deliverable>:3'. The same thing is told once.
  cause text not null,
  notice text not null,
  audience text not null check (audience in ('seller', 'creator')),
  kind text not null check (kind in ('applications', 'invitations', 'deliverables', 'payments', 'reminders', 'messages')),
  -- What was so when it happened (NoticeFacts).
  facts jsonb not null,
  -- The path, without its query, of the page it leads to: whoever opens that page has read it.
  page text not null,
  read_at timestamptz,
  -- What became of its mail. looking: the reader had the page open; off: not wanted; gone: no such person any more.
  mail text not null default 'waiting' check (mail in ('waiting', 'sent', 'looking', 'read', 'off', 'gone')),
  created_at timestamptz not null default clock_timestamp(),
  constraint notifications_once_per_cause unique (user_id, cause)
);
create index notifications_newest on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id, page) where read_at is null;

-- Kinds somebody wants no mail about, or wants again. No row is yes.
create table notification_preferences (
  user_id uuid not null references profiles (id) on delete cascade,
  kind text not null check (kind in ('applications', 'invitations', 'deliverables', 'payments', 'reminders', 'messages')),
  email boolean not null,
  primary key (user_id, kind)
);

-- What people have on their screens. Unlogged: losing it in a crash costs a mail too many.
create unlogged table page_presence (
  user_id uuid not null,
  path text not null,
  seen_at timestamptz not null,
  primary key (user_id, path)
);
create index page_presence_by_age on page_presence (seen_at);

-- Up to when somebody was told by mail that messages of a conversation wait for them.
create table message_digests (
  user_id uuid not null references profiles (id) on delete cascade,
  conversation_id uuid not null references conversations (id) on delete cascade,
  sent_at timestamptz not null,
  primary key (user_id, conversation_id)
);
create index messages_unread_by_age on messages (created_at) where read_at is null;

-- Mails the mail server has taken: a job that runs again does not send them again.
create table sent_mails (
  dedupe_id text primary key,
  sent_at timestamptz not null default now()
);
create index sent_mails_by_age on sent_mails (sent_at);

-- Clocks (DECISIONS 16, 22).
alter table deliverables add column escalated_at timestamptz;
create index deliverables_by_age on deliverables (created_at) where status = 'pending';
alter table project_invitations add column lapsed_at timestamptz
  check (lapsed_at is null or status = 'declined');
create index invitations_by_age on project_invitations (created_at) where status = 'pending';
create index projects_by_deadline on projects (deadline) where status in ('active', 'in_progress');
