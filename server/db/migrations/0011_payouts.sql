-- Creators' accounts at the payment provider, and what the provider sent from them to banks.
create table stripe_accounts (
  stripe_account_id text primary key,
  user_id uuid not null references profiles (id),
  onboarding_complete boolean not null default false,
  -- An account that the provider closed or rejected can be replaced. The old one stays for its history: what was sent
  -- to it, and on to a bank.
  closed boolean not null default false,
  replaced_at timestamptz,
  created_at timestamptz not null default now(),
  constraint stripe_accounts_replaced_are_closed check (replaced_at is null or closed),
  constraint stripe_accounts_closed_receive_nothing check (not (closed and onboarding_complete))
);
create unique index stripe_accounts_one_in_use on stripe_accounts (user_id) where replaced_at is null;
create index stripe_accounts_of_user on stripe_accounts (user_id);

-- What an account sent to its owner's bank, as the provider reported it. It is the creator's own money by then, so it
-- is in no ledger of ours; their statement shows where it is.
create table payouts (
  id bigint generated always as identity primary key,
  stripe_payout_id text not null unique,
  stripe_account_id text not null references stripe_accounts (stripe_account_id),
  -- In cents. One payout carries any number of transfers, whose sum may exceed what integer holds.
  amount bigint not null,
  status text not null check (status in ('on_its_way', 'paid', 'failed')),
  -- The day on which the provider expects the bank to have it.
  arrival_date date not null,
  -- Why the bank sent it back, in a sentence that its owner may read.
  failure text,
  sent_at timestamptz not null,
  -- When we learnt that it came back.
  failed_at timestamptz
);
create index payouts_of_account on payouts (stripe_account_id);

-- Which of our transfers a payout carries. After one failed, a later payout carries them again.
create table payout_transfers (
  payout_id bigint not null references payouts (id) on delete cascade,
  stripe_transfer_id text not null,
  primary key (stripe_transfer_id, payout_id)
);
