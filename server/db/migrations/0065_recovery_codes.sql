-- Recovery codes for the second factor (AUTH §8). The set is a factor of its own kind, without a secret.
alter table auth.factors alter column sealed_secret drop not null;
alter table auth.factors drop constraint factors_factor_type_check;
alter table auth.factors add constraint factors_factor_type_check check (factor_type in ('totp', 'recovery_code'));
alter table auth.factors add constraint factors_secret_by_type
  check ((factor_type = 'totp') = (sealed_secret is not null));
create unique index factors_one_set_of_codes on auth.factors (user_id) where factor_type = 'recovery_code';

create table auth.recovery_codes (
  factor_id uuid not null references auth.factors (id) on delete cascade,
  -- SHA-256 of 80 random bits. Not keyed: no rotation of a key may cost anyone their codes.
  code_hash bytea not null,
  used_at timestamptz,
  primary key (factor_id, code_hash)
);

alter table account_log drop constraint account_log_act_check;
alter table account_log add constraint account_log_act_check check (act in (
  'signed_in', 'signed_in_elsewhere', 'signed_out_everywhere', 'signed_out_others', 'password_changed', 'email_changed',
  'factor_added', 'factor_removed', 'recovery_codes_made', 'recovery_codes_removed', 'recovery_code_used',
  'identity_removed', 'payouts_opened', 'data_exported'
));
