-- Where the provider keeps the account, for good. Until there was a choice, every account was opened in the United States.
alter table stripe_accounts
  add column country text not null default 'US' check (country ~ '^[A-Z]{2}$');
