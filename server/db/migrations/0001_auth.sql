-- The auth service's own tables (AUTH.md). Nothing here refers to the product's tables; they refer to auth.users.
create schema auth;

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  -- Lower-cased by the service; null only for people without an address.
  email text check (email = lower(email) and char_length(email) <= 255),
  -- argon2id in PHC form. Before the address is confirmed it opens nothing.
  password_hash text,
  email_confirmed_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  invited_at timestamptz,
  -- The address asked for by an e-mail change; it becomes `email` when both addresses have agreed.
  new_email text check (new_email = lower(new_email) and char_length(new_email) <= 255),
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  is_anonymous boolean not null default false,
  -- Server-owned: {provider, providers}.
  app_metadata jsonb not null default '{"provider": "email", "providers": ["email"]}',
  -- Writable by its user: nothing is ever authorised on it.
  user_metadata jsonb not null default '{}',
  banned_until timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- One living account per address, also under two sign-ups at once.
create unique index users_one_per_email on auth.users (email) where deleted_at is null;

create table auth.identities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  provider text not null,
  -- The provider's own subject; for e-mail the user's id.
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
  -- Refresh tokens are computed, not stored: the session's counter signed with this key and the server's secret.
  refresh_key bytea not null check (octet_length(refresh_key) = 32),
  -- The counter of the one current refresh token; it only grows.
  refresh_counter bigint not null default 0 check (refresh_counter >= 0),
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

create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in
    ('signup', 'invite', 'magiclink', 'recovery', 'email_change_new', 'email_change_current', 'reauthentication')),
  -- The address this was mailed to.
  email text not null,
  -- sha256 of the 128 random bits in the link. A row is deleted by the use of its token: once, whoever is first.
  token_hash bytea not null constraint one_time_tokens_one_per_link unique,
  -- HMAC of address and six digits with a key that is not in the database; dead after five wrong tries.
  code_hash bytea,
  code_expires_at timestamptz,
  tries smallint not null default 0 check (tries between 0 and 5),
  -- What was submitted with the sign-up that sent this mail: confirming applies this pair and no other
  -- (else whoever signs an address up first keeps a password after its owner confirms).
  password_hash text,
  user_metadata jsonb,
  -- PKCE: set when the request brought a challenge; the link then leads to an auth code.
  code_challenge text,
  redirect_to text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index one_time_tokens_of_user on auth.one_time_tokens (user_id, kind, created_at desc);
create index one_time_tokens_by_email on auth.one_time_tokens (email, kind);

-- A sign-in that goes through the browser: waiting for its provider, or for the exchange of its auth code.
create table auth.flow_states (
  id uuid primary key default gen_random_uuid(),
  -- Null while the provider has not answered.
  user_id uuid references auth.users (id) on delete cascade,
  -- sha256 of the auth code; the row is deleted by its exchange.
  auth_code_hash bytea constraint flow_states_one_per_code unique,
  -- S256 challenge of our client; null in an implicit flow.
  code_challenge text,
  -- How the person proved who they are, for the token's amr.
  method text not null,
  provider text,
  -- sha256 of the state sent to the provider; emptied by its first use.
  state_hash bytea constraint flow_states_one_per_state unique,
  provider_nonce text,
  provider_verifier text,
  redirect_to text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index flow_states_expiry on auth.flow_states (expires_at);

-- ES256 pairs. The one that signs is the newest whose `sign_from` has come; a later one is published ahead of
-- its use, an earlier one until its last token has expired.
create table auth.signing_keys (
  kid text primary key,
  alg text not null check (alg in ('ES256', 'RS256')),
  public_jwk jsonb not null check (not public_jwk ? 'd'),
  -- The private JWK, sealed with a key that is not in the database.
  sealed_private_jwk bytea not null,
  created_at timestamptz not null,
  sign_from timestamptz not null constraint signing_keys_one_at_a_time unique
);

-- When a mail of a kind last went to an address, known to us or not (the 60-second rule must not tell which).
create table auth.mail_sends (
  kind text not null,
  -- HMAC of the address: a backup does not list who asked.
  address_hash bytea not null,
  sent_at timestamptz not null,
  primary key (kind, address_hash)
);
create index mail_sends_by_age on auth.mail_sends (sent_at);

-- Token buckets. Unlogged: losing them in a crash costs nothing but a fresh burst.
create unlogged table auth.rate_buckets (
  key text primary key,
  tokens double precision not null,
  refilled_at timestamptz not null
);
create index rate_buckets_by_age on auth.rate_buckets (refilled_at);
