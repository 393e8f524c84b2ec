-- What a creator's account at the provider sent on to their bank, as the provider reported it: their own money
-- already, so it is in no ledger of ours; the statement tells them where it is.
create table payouts (
  id bigint generated always as identity primary key,
  stripe_payout_id text not null unique,
  stripe_account_id text not null references stripe_accounts (stripe_account_id),
  amount integer not null,
  status text not null check (status in ('on_its_way', 'paid', 'failed')),
  -- The day the bank should have it, as the provider expects.
  arrival_date date not null,
  -- Why the bank sent it back, in a sentence its owner may read.
  failure text,
  sent_at timestamptz not null,
  -- When we learnt that it came back.
  failed_at timestamptz
);
create index payouts_of_account on payouts (stripe_account_id);

-- Which of our transfers a payout carries. One that failed is carried again by a later payout.
create table payout_transfers (
  payout_id bigint not null references payouts (id) on delete cascade,
  stripe_transfer_id text not null,
  primary key (stripe_transfer_id, payout_id)
);
