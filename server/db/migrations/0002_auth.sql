-- The auth service's own tables. Nothing here refers to the product's tables; they refer to auth.users.
create schema auth;

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  -- The service stores it in lower case. Null only for people without an address.
  email text check (email = lower(email) and char_length(email) <= 255),
  -- argon2id in PHC form. It opens nothing until the address is confirmed.
  password_hash text,
  email_confirmed_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  invited_at timestamptz,
  -- The address that an email change asks for. It becomes `email` when both addresses have agreed.
  new_email text check (new_email = lower(new_email) and char_length(new_email) <= 255),
  email_change_sent_at timestamptz,
  -- Which of the two addresses has agreed; the change waits for the other one.
  email_change_agreed text check (email_change_agreed in ('email_change_current', 'email_change_new')),
  last_sign_in_at timestamptz,
  is_anonymous boolean not null default false,
  -- Travels in access tokens. It authorises nothing of the product, only the calls for administrators.
  role text not null default 'authenticated' check (role ~ '^[a-z_]{1,40}$'),
  -- Written by the server only: {provider, providers}.
  app_metadata jsonb not null default '{"provider": "email", "providers": ["email"]}',
  -- Writable by its user, so nothing is ever authorised by it.
  user_metadata jsonb not null default '{}',
  banned_until timestamptz,
  deleted_at timestamptz,
  -- Deleted for good while completed deals still name the person: no list shows the row any more.
  erased_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- One living account per address, even when two sign-ups race.
create unique index users_one_per_email on auth.users (email) where deleted_at is null;
-- The administrators' list.
create index users_newest on auth.users (created_at desc, id desc) where erased_at is null;
-- The console's lists of what is rare among many accounts.
create index users_banned on auth.users (banned_until) where banned_until is not null;
create index users_unconfirmed on auth.users (created_at) where email_confirmed_at is null and deleted_at is null;
create index users_deleted on auth.users (deleted_at) where deleted_at is not null;

-- The ways in which somebody signs in.
create table auth.identities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  provider text not null,
  -- The provider's own subject; for email the user's id.
  provider_id text not null,
  identity_data jsonb not null default '{}',
  email text,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- One account per outside identity.
  constraint identities_one_per_subject unique (provider, provider_id)
);
create index identities_of_user on auth.identities (user_id);

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- Refresh tokens are computed, not stored: the session's counter, signed with this key and the server's secret.
  refresh_key bytea not null check (octet_length(refresh_key) = 32),
  -- The counter of the one current refresh token. It only grows.
  refresh_counter bigint not null default 0 check (refresh_counter >= 0),
  -- The counter at which a second factor raised the session; null if none did. Tokens below it are refused, even in
  -- the seconds in which a superseded token is still accepted: one from before the second factor must never continue
  -- the session at its higher level.
  raised_counter bigint check (raised_counter <= refresh_counter),
  refreshed_at timestamptz not null,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  -- [{method, timestamp}], newest first.
  amr jsonb not null default '[]',
  not_after timestamptz,
  user_agent text,
  ip inet,
  created_at timestamptz not null default now()
);
create index sessions_of_user on auth.sessions (user_id, created_at desc);

-- Second factors.
create table auth.factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text not null default '' check (char_length(friendly_name) <= 120),
  factor_type text not null check (factor_type in ('totp')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  -- The shared secret, sealed with a key that is not in the database.
  sealed_secret bytea not null,
  -- The last 30-second step whose code was accepted: no code counts twice.
  last_step bigint not null default 0,
  last_challenged_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint factors_one_per_name unique (user_id, friendly_name)
);

create table auth.challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.factors (id) on delete cascade,
  -- Only the address that asked for the challenge may answer it.
  ip inet,
  -- Set by the one right answer.
  verified_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index challenges_of_factor on auth.challenges (factor_id);
create index challenges_expiry on auth.challenges (expires_at);

-- Links and codes sent by mail.
create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in
    ('signup', 'invite', 'magiclink', 'recovery', 'email_change_new', 'email_change_current', 'reauthentication')),
  -- The address that this was mailed to.
  email text not null,
  -- SHA-256 of the 128 random bits in the link. Using the token deletes its row, so the first use is the only one.
  token_hash bytea not null constraint one_time_tokens_one_per_link unique,
  -- HMAC of address and six digits with a key that is not in the database. Five wrong tries make it useless.
  code_hash bytea,
  code_expires_at timestamptz,
  tries smallint not null default 0 check (tries between 0 and 5),
  -- What was submitted with the sign-up that sent this mail. Confirming applies this pair and no other: otherwise
  -- anyone could sign up a stranger's address and keep their own password after the owner confirms.
  password_hash text,
  user_metadata jsonb,
  -- PKCE: set when the request brought a challenge. The link then leads to an auth code.
  code_challenge text,
  redirect_to text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index one_time_tokens_of_user on auth.one_time_tokens (user_id, kind, created_at desc);
create index one_time_tokens_by_email on auth.one_time_tokens (email, kind);

-- A sign-in that goes through the browser and waits for its provider, or for the exchange of its auth code.
create table auth.flow_states (
  id uuid primary key default gen_random_uuid(),
  -- Null until the provider has answered.
  user_id uuid references auth.users (id) on delete cascade,
  -- Somebody who is signed in and wants to add a way to sign in.
  linking_user_id uuid references auth.users (id) on delete cascade,
  -- SHA-256 of the auth code. The exchange deletes the row.
  auth_code_hash bytea constraint flow_states_one_per_code unique,
  -- S256 challenge of our client; null in an implicit flow.
  code_challenge text,
  -- How the person proved who they are, for the token's amr.
  method text not null,
  provider text,
  -- SHA-256 of the state sent to the provider, cleared by its first use.
  state_hash bytea constraint flow_states_one_per_state unique,
  -- SHA-256 of a cookie of the browser in which the sign-in began. Only that browser may finish it: otherwise a link
  -- could sign somebody in to an account that is not theirs.
  browser_hash bytea,
  provider_nonce text,
  provider_verifier text,
  redirect_to text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index flow_states_expiry on auth.flow_states (expires_at);

-- ES256 key pairs. The newest one whose `sign_from` has come signs. A later one is published ahead of its use, an
-- earlier one until its last token has expired.
create table auth.signing_keys (
  kid text primary key,
  alg text not null check (alg in ('ES256', 'RS256')),
  public_jwk jsonb not null check (not public_jwk ? 'd'),
  -- The private JWK, sealed with a key that is not in the database.
  sealed_private_jwk bytea not null,
  created_at timestamptz not null,
  sign_from timestamptz not null constraint signing_keys_one_at_a_time unique
);

-- When a mail of a kind last went to an address, whether we know the address or not: the 60-second limit must not
-- reveal which addresses have accounts.
create table auth.mail_sends (
  kind text not null,
  -- HMAC of the address: a backup does not list who asked.
  address_hash bytea not null,
  sent_at timestamptz not null,
  primary key (kind, address_hash)
);
create index mail_sends_by_age on auth.mail_sends (sent_at);

-- Token buckets. Unlogged: losing them in a crash costs no more than a fresh burst.
create unlogged table auth.rate_buckets (
  key text primary key,
  tokens double precision not null,
  refilled_at timestamptz not null
);
create index rate_buckets_by_age on auth.rate_buckets (refilled_at);

-- Every process caches whom a session belongs to. These triggers announce whatever ends a session or changes what it
-- may do, so that no statement can forget to. Signing in and refreshing set none of these columns: NOTIFY makes
-- commits wait for each other, and those two are frequent.
create function announce_access() returns trigger language plpgsql as $$
declare
  person uuid := to_jsonb(case when tg_op = 'DELETE' then old else new end) ->> tg_argv[0];
begin
  perform pg_notify('realtime', json_build_array(
    json_build_object('kind', 'access', 'people', json_build_array(person)))::text);
  return null;
end $$;

create trigger sessions_end_announced after delete on auth.sessions
  for each row execute function announce_access('user_id');
create trigger sessions_change_announced after update of aal, not_after on auth.sessions
  for each row when ((old.aal, old.not_after) is distinct from (new.aal, new.not_after))
  execute function announce_access('user_id');

create trigger users_end_announced after delete on auth.users
  for each row execute function announce_access('id');
create trigger users_change_announced after update of email, email_confirmed_at, banned_until, deleted_at on auth.users
  for each row when ((old.email, old.email_confirmed_at, old.banned_until, old.deleted_at)
    is distinct from (new.email, new.email_confirmed_at, new.banned_until, new.deleted_at))
  execute function announce_access('id');

-- Once a second factor is verified, every session without its code is only half signed in.
create trigger factors_begin_announced after insert on auth.factors
  for each row when (new.status = 'verified') execute function announce_access('user_id');
create trigger factors_change_announced after update of status on auth.factors
  for each row when (old.status is distinct from new.status) execute function announce_access('user_id');
create trigger factors_end_announced after delete on auth.factors
  for each row when (old.status = 'verified') execute function announce_access('user_id');
