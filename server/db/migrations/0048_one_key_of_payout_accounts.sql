-- The account's id became the primary key and kept its unique constraint from before: one index is enough.
-- contracts: nothing. The reference of payouts moves to the primary key.
alter table payouts drop constraint payouts_stripe_account_id_fkey;
alter table stripe_accounts drop constraint stripe_accounts_stripe_account_id_key;
alter table payouts add constraint payouts_stripe_account_id_fkey
  foreign key (stripe_account_id) references stripe_accounts (stripe_account_id);
