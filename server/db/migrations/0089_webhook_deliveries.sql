-- Deliveries to the webhook by UTC day and outcome (decision 0114). A stranger may send any number: there is no row for one of them,
-- and of none is its body, its signature or its sender kept.
create table webhook_deliveries (
  counted_on date not null,
  outcome text not null check (outcome in ('accepted', 'no_signature', 'wrong_signature', 'wrong_time', 'malformed', 'too_large')),
  deliveries bigint not null check (deliveries > 0),
  first_at timestamptz not null,
  last_at timestamptz not null check (last_at >= first_at),
  primary key (counted_on, outcome)
);
