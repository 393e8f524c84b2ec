-- Orders of packages. The project of one is an unpublished draft until its creator accepts; its terms are a copy, so
-- that changing, pausing or deleting the package changes nothing for those who have ordered it.
create table package_orders (
  id uuid primary key,
  package_id uuid references packages (id) on delete set null,
  project_id uuid not null unique references projects (id),
  seller_id uuid not null references profiles (id),
  creator_id uuid not null references profiles (id),
  -- { title, items, price, days, rounds, add_ons }, prices in cents.
  terms jsonb not null,
  add_ons text[] not null default '{}',
  price usd_cents not null check (price >= 100),
  days smallint not null check (days >= 1),
  words text not null,
  links text[] not null default '{}',
  question text,
  -- The saved card that its brand agreed to have charged on acceptance; forgotten with the card.
  payment_method_id uuid references customer_payment_methods (id) on delete set null,
  status text not null default 'waiting' check (status in ('waiting', 'accepted', 'declined', 'lapsed', 'cancelled')),
  created_at timestamptz not null,
  answer_by timestamptz not null,
  answered_at timestamptz,
  fund_by timestamptz,
  check (status <> 'accepted' or fund_by is not null)
);
create unique index package_orders_one_waiting on package_orders (package_id, seller_id) where status = 'waiting';
create index package_orders_of_creator on package_orders (creator_id, answer_by) where status = 'waiting';
create index package_orders_of_seller on package_orders (seller_id, answer_by) where status = 'waiting';
create index package_orders_to_lapse on package_orders (answer_by) where status = 'waiting';
create index package_orders_to_fund on package_orders (fund_by) where status = 'accepted';
create index package_orders_of_package on package_orders (package_id) where package_id is not null;
create index package_orders_of_card on package_orders (payment_method_id) where payment_method_id is not null;

alter table events
  drop constraint events_entity_check,
  add constraint events_entity_check check (entity in
    ('project', 'application', 'offer', 'package_order', 'deliverable', 'review_note', 'review_reply', 'payment',
      'invitation', 'payout_account', 'deal_dispute', 'deal_review', 'operator_act'));
