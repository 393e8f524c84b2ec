-- Funding by a saved card: how the present attempt is paid, the card it charges, and why it failed, in a
-- sentence its buyer may read. by 'page' with a card: that card's bank wants its holder to confirm there.
alter table payments
  add column funding_by text not null default 'page' check (funding_by in ('page', 'card')),
  add column funding_card text,
  add column failure text,
  -- The newest dispute of the charge. disputed: money is frozen (held) or was taken back (lost).
  add column dispute_id text,
  add column dispute_outcome text check (dispute_outcome in ('open', 'won', 'lost')),
  add constraint payments_card_is_named check (funding_by = 'page' or funding_card is not null);
update payments set dispute_outcome = 'open' where disputed;
alter table payments add constraint payments_disputed_follows_outcome
  check (disputed = coalesce(dispute_outcome in ('open', 'lost'), false));
create index payments_of_charge on payments (stripe_charge_id);

-- What the provider says and what our ledger says, where they differ. Healed differences are resolved at once.
create table money_differences (
  id bigint generated always as identity primary key,
  kind text not null,
  payment_id uuid references payments (id),
  -- The provider's object, or ours where the provider has none.
  provider_id text not null,
  detail text not null,
  found_at timestamptz not null default now(),
  resolved_at timestamptz
);
create unique index money_differences_open_once on money_differences (kind, provider_id) where resolved_at is null;
