-- An operator looks at the product as a person sees it, for some minutes and without changing anything (decision 0110).
create table operator_views (
  id uuid primary key default gen_random_uuid(),
  operator_id uuid not null references profiles (id),
  -- Only this session of theirs may use it. No reference: it outlives the session.
  session_id uuid not null,
  person_id uuid not null references profiles (id),
  reason_kind text not null check (reason_kind in ('asked_for_help', 'payment', 'report', 'security')),
  began_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index operator_views_of_person on operator_views (person_id) where ended_at is null;

alter table account_log drop constraint account_log_act_check;
alter table account_log add constraint account_log_act_check check (act in (
  'signed_in', 'signed_in_elsewhere', 'sign_in_disowned', 'signed_out_everywhere', 'signed_out_others', 'password_changed',
  'email_changed', 'factor_added', 'factor_removed', 'passkey_added', 'passkey_removed', 'recovery_codes_made',
  'recovery_codes_removed', 'recovery_code_used', 'identity_removed', 'payouts_opened', 'payouts_changed', 'data_exported',
  'addresses_exported', 'address_exported', 'viewed_by_team'
));
