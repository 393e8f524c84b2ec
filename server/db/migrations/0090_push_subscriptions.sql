-- Web push (decision 0119): a browser that asked to be told while no page is open. It is one session's, and ends with it.
create table push_subscriptions (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  session_id uuid not null unique references auth.sessions (id) on delete cascade,
  -- An address at the browser's push service. Whoever knows it can reach the browser, but only with our key (RFC 8292).
  endpoint text not null unique check (char_length(endpoint) between 1 and 1000),
  -- The browser's public key and its secret, base64url (RFC 8291).
  p256dh text not null check (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
  auth text not null check (auth ~ '^[A-Za-z0-9_-]{22}$'),
  created_at timestamptz not null,
  last_success_at timestamptz,
  -- Failed deliveries since the last success.
  failures integer not null default 0 check (failures >= 0)
);
create index push_subscriptions_of_user on push_subscriptions (user_id, created_at);

-- Whether someone wants pushes of a kind. Null: never asked, so no.
alter table notification_preferences add column push boolean;

-- What became of a notice's push, with the words of `mail`. Null: undecided, or no browser asked for one.
alter table notifications add column push text check (push in ('sent', 'looking', 'read', 'off', 'gone'));
