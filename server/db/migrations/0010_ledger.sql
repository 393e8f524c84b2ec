-- The books: double entry, what the provider says differently, and the results of the money checks.

-- A movement is a group of entries that sums to zero and never changes.
create table ledger_movements (
  id bigint generated always as identity primary key,
  payment_id uuid references payments (id),
  kind text not null check (kind in ('hold', 'release', 'transfer', 'part_reversal', 'refund',
    'part_refund', 'duplicate', 'chargeback', 'provider_fee', 'paid_outside', 'platform_payout')),
  -- What caused it, once: a provider object's id.
  reference text not null,
  created_at timestamptz not null default now(),
  constraint ledger_movements_once_per_cause unique (kind, reference),
  -- What the provider charges beside a payment, and its payouts to the platform's bank, belong to no payment.
  constraint ledger_movements_of_a_payment
    check (payment_id is not null or kind in ('provider_fee', 'platform_payout'))
);
create index ledger_movements_of_payment on ledger_movements (payment_id);

create table ledger_entries (
  id bigint generated always as identity primary key,
  movement_id bigint not null references ledger_movements (id),
  payment_id uuid references payments (id),
  account text not null check (account in ('provider_clearing', 'escrow', 'creator_payable',
    'platform_fee', 'provider_fees', 'refunds', 'chargebacks', 'paid_outside', 'platform_bank')),
  -- Signed cents: positive is a debit.
  amount integer not null check (amount <> 0),
  created_at timestamptz not null default now(),
  constraint ledger_entries_of_a_payment
    check (payment_id is not null or account in ('provider_clearing', 'provider_fees', 'platform_bank'))
);
create index ledger_entries_of_payment on ledger_entries (payment_id, id);
create index ledger_entries_of_movement on ledger_entries (movement_id);

create function ledger_movement_must_balance() returns trigger language plpgsql as $$
declare
  total bigint;
begin
  select sum(amount) into total from ledger_entries where movement_id = new.movement_id;
  if total <> 0 then
    raise exception 'ledger movement % does not balance: % cents', new.movement_id, total
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_balance after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_movement_must_balance();

create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function append_only();
create trigger ledger_movements_append_only before update or delete or truncate on ledger_movements
  for each statement execute function append_only();

-- Where the provider and our ledger differ. What the reconciliation repairs is resolved at once.
create table money_differences (
  id bigint generated always as identity primary key,
  kind text not null,
  payment_id uuid references payments (id),
  -- The provider's object, or ours where the provider has none.
  provider_id text not null,
  detail text not null,
  found_at timestamptz not null default now(),
  -- The operator who looks after it, and the one who resolved it by hand.
  owner_id uuid references profiles (id),
  resolved_by uuid references profiles (id),
  resolved_at timestamptz
);
create unique index money_differences_open_once on money_differences (kind, provider_id) where resolved_at is null;
create index money_differences_open on money_differences (id) where resolved_at is null;
create index money_differences_of_payment on money_differences (payment_id) where payment_id is not null;

-- Up to when the provider's changes were read by a reconciliation that succeeded.
create table reconciled_through (
  what text primary key check (what in ('changes', 'balance')),
  at timestamptz not null
);

-- The newest result of each hourly money check. One process runs the checks and every process reports them as metrics;
-- a check that stopped running shows by the age of its row.
create table money_check_results (
  name text primary key,
  -- Rows that break the promise; 0 while it holds.
  broken integer not null check (broken >= 0),
  checked_at timestamptz not null
);
