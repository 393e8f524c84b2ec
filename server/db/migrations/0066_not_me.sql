-- The links behind "It was not me" in mails about a new device. Using one deletes its row, so the first use is the only one.
create table auth.not_me_links (
  -- SHA-256 of the 128 random bits in the link.
  token_hash bytea primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  -- The moment of the sign-in: what was added to the account since then goes with it.
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index not_me_links_of_user on auth.not_me_links (user_id);
create index not_me_links_expiry on auth.not_me_links (expires_at);

alter table account_log drop constraint account_log_act_check;
alter table account_log add constraint account_log_act_check check (act in (
  'signed_in', 'signed_in_elsewhere', 'sign_in_disowned', 'signed_out_everywhere', 'signed_out_others', 'password_changed',
  'email_changed', 'factor_added', 'factor_removed', 'recovery_codes_made', 'recovery_codes_removed', 'recovery_code_used',
  'identity_removed', 'payouts_opened', 'data_exported'
));
