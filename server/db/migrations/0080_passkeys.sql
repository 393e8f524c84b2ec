-- Passkeys (AUTH §13): a person signs in by a key that never leaves their devices; we keep its public half.
create table auth.passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The authenticator's own name for the key. 1,023 bytes at most (Web Authentication Level 2).
  credential_id bytea not null unique check (octet_length(credential_id) between 1 and 1023),
  -- COSE.
  public_key bytea not null check (octet_length(public_key) <= 2048),
  -- How often the authenticator says that it signed; 0 for ever where the key is kept on several devices.
  sign_count bigint not null check (sign_count >= 0),
  -- How the browser may reach the authenticator, in its own words.
  transports text[] not null,
  friendly_name text not null check (char_length(friendly_name) between 1 and 120),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_user on auth.passkeys (user_id, created_at);

-- Deleted by the first answer, right or wrong.
create table auth.passkey_challenges (
  id uuid primary key default gen_random_uuid(),
  purpose text not null check (purpose in ('register', 'sign_in', 'confirm')),
  -- The session that asked; nobody's while someone signs in.
  session_id uuid references auth.sessions (id) on delete cascade,
  constraint passkey_challenges_are_bound check ((purpose = 'sign_in') = (session_id is null)),
  -- SHA-256 of the 256 random bits that the authenticator signs.
  challenge_hash bytea not null check (octet_length(challenge_hash) = 32),
  -- Only the address that asked for the challenge may answer it.
  ip inet not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index passkey_challenges_of_session on auth.passkey_challenges (session_id);
create index passkey_challenges_expiry on auth.passkey_challenges (expires_at);

alter table account_log drop constraint account_log_act_check;
alter table account_log add constraint account_log_act_check check (act in (
  'signed_in', 'signed_in_elsewhere', 'sign_in_disowned', 'signed_out_everywhere', 'signed_out_others', 'password_changed',
  'email_changed', 'factor_added', 'factor_removed', 'passkey_added', 'passkey_removed', 'recovery_codes_made',
  'recovery_codes_removed', 'recovery_code_used', 'identity_removed', 'payouts_opened', 'payouts_changed', 'data_exported',
  'addresses_exported', 'address_exported'
));
