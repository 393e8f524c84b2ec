-- An account that takes the place of another receives nothing for its first day (decision 0095): until then its owner, told by
-- mail, can object. Null: it is the first account of its owner, or cannot receive yet.
alter table stripe_accounts add column receives_from timestamptz;
update stripe_accounts set receives_from = created_at + interval '24 hours'
  where onboarding_complete and exists (select from stripe_accounts earlier
    where earlier.user_id = stripe_accounts.user_id and earlier.replaced_at is not null);

-- A release that was ordered within that day leaves then; null once it may leave.
alter table payments add column release_after timestamptz
  constraint payments_waiting_are_ordered check (release_after is null or moving is not distinct from 'release');
create index payments_release_after on payments (release_after) where release_after is not null;

-- Where someone was reached until they changed their address: they hear there, too, when their payout account changes. Kept for
-- 30 days.
create table former_addresses (
  profile_id uuid not null references profiles (id),
  email text not null,
  left_at timestamptz not null,
  primary key (profile_id, email)
);
create index former_addresses_old on former_addresses (left_at);

alter table account_log drop constraint account_log_act_check;
alter table account_log add constraint account_log_act_check check (act in (
  'signed_in', 'signed_in_elsewhere', 'sign_in_disowned', 'signed_out_everywhere', 'signed_out_others', 'password_changed',
  'email_changed', 'factor_added', 'factor_removed', 'recovery_codes_made', 'recovery_codes_removed', 'recovery_code_used',
  'identity_removed', 'payouts_opened', 'payouts_changed', 'data_exported', 'addresses_exported', 'address_exported'
));
