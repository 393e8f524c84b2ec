-- The cards that a brand has saved at the payment provider.
create table customer_payment_methods (
  id uuid primary key default gen_random_uuid(),
  stripe_customer_id text not null references profiles (stripe_customer_id),
  stripe_payment_method_id text not null unique,
  payment_method_type text not null default 'card' check (payment_method_type = 'card'),
  is_default boolean not null default false,
  card_brand text not null,
  card_last4 text not null,
  card_exp_month integer not null,
  card_exp_year integer not null,
  created_at timestamptz not null default now()
);
-- SPEC §4: exactly one default per customer. The index keeps it to at most one under any number of clicks.
create unique index payment_methods_one_default on customer_payment_methods (stripe_customer_id) where is_default;
create index payment_methods_of_customer on customer_payment_methods (stripe_customer_id, created_at desc);
