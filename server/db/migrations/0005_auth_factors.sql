-- Second factors, what administrators may set, and flows that link a provider to an account.
alter table auth.users
  -- Travels in access tokens; nothing of ours is authorised on it but the administrators' calls.
  add column role text not null default 'authenticated' check (role ~ '^[a-z_]{1,40}$'),
  -- Deleted for good while finished deals still name the person: nobody sees the row any more.
  add column erased_at timestamptz;

create table auth.factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text not null default '' check (char_length(friendly_name) <= 120),
  factor_type text not null check (factor_type in ('totp')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  -- The shared secret, sealed with a key that is not in the database.
  sealed_secret bytea not null,
  -- The last step of 30 seconds whose code was accepted: no code counts twice.
  last_step bigint not null default 0,
  last_challenged_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint factors_one_per_name unique (user_id, friendly_name)
);

create table auth.challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.factors (id) on delete cascade,
  -- Answered from the same address or not at all.
  ip inet,
  -- Set by the one right answer.
  verified_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index challenges_of_factor on auth.challenges (factor_id);
create index challenges_expiry on auth.challenges (expires_at);

-- Somebody signed in who wants to add a way to sign in.
alter table auth.flow_states add column linking_user_id uuid references auth.users (id) on delete cascade;

-- Administrators list people newest first.
create index users_newest on auth.users (created_at desc, id desc) where erased_at is null;
