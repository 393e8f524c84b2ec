-- A brand that downloads its list of parcels, and a creator whose address is in one, read of it in their account logs.
alter table account_log drop constraint account_log_act_check;
alter table account_log add constraint account_log_act_check check (act in (
  'signed_in', 'signed_in_elsewhere', 'sign_in_disowned', 'signed_out_everywhere', 'signed_out_others', 'password_changed',
  'email_changed', 'factor_added', 'factor_removed', 'recovery_codes_made', 'recovery_codes_removed', 'recovery_code_used',
  'identity_removed', 'payouts_opened', 'data_exported', 'addresses_exported', 'address_exported'
));
