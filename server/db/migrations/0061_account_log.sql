-- What happens to an account itself, for its owner. Kept for 90 days (contract/account-log.ts).
create table account_log (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid not null references profiles (id),
  act text not null check (act in (
    'signed_in', 'signed_in_elsewhere', 'signed_out_everywhere', 'signed_out_others', 'password_changed', 'email_changed',
    'factor_added', 'factor_removed', 'identity_removed', 'payouts_opened', 'data_exported'
  )),
  -- Where from, as far as it is shown: the /24 of an IPv4 address, the /48 of an IPv6 one.
  network text check (char_length(network) <= 50),
  -- The browser's own words.
  user_agent text check (char_length(user_agent) <= 300),
  created_at timestamptz not null
);
create index account_log_of_profile on account_log (profile_id, created_at desc, id desc);
create index account_log_old on account_log (created_at);
