-- A payout account that the provider closed or rejected can be replaced. The old one stays for its history: what was
-- sent to it, and on to a bank.
alter table stripe_accounts add column closed boolean not null default false,
  add column replaced_at timestamptz,
  add constraint stripe_accounts_replaced_are_closed check (replaced_at is null or closed),
  add constraint stripe_accounts_closed_receive_nothing check (not (closed and onboarding_complete)),
  drop constraint stripe_accounts_pkey,
  add primary key (stripe_account_id);
-- The foreign key of payouts is held by the unique constraint from before, which stays.
create unique index stripe_accounts_one_in_use on stripe_accounts (user_id) where replaced_at is null;
create index stripe_accounts_of_user on stripe_accounts (user_id);
