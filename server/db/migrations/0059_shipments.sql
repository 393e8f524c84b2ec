-- The product that a brand sends to the creator of a deal (contract/shipping.ts). At most one per project.
create table shipments (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null constraint shipments_one_per_project unique references projects (id),
  status text not null
    check (status in ('planned', 'address_wanted', 'to_ship', 'shipped', 'received', 'problem')),
  product text not null check (char_length(product) between 1 and 120),
  value usd_cents not null check (value >= 1),
  -- Days to deliver after it arrived; null: the deadline stays.
  days smallint check (days between 1 and 90),
  -- It was there when the deal began.
  posted boolean not null,
  -- Sealed with the server's secret; a backup alone names no place.
  sealed_address bytea check (octet_length(sealed_address) <= 8192),
  carrier text check (char_length(carrier) between 1 and 60),
  number text check (char_length(number) between 1 and 60),
  link text check (link like 'https://%'),
  problem text check (problem in ('not_arrived', 'damaged', 'wrong_product')),
  problem_words text check (char_length(problem_words) between 1 and 500),
  since timestamptz not null,
  shipped_at timestamptz,
  received_at timestamptz,
  constraint shipments_address_after_hire
    check (sealed_address is null or status not in ('planned', 'address_wanted')),
  constraint shipments_shipped_by_someone check ((shipped_at is null) = (carrier is null)),
  constraint shipments_received_at check ((received_at is not null) = (status = 'received')),
  constraint shipments_problem_is_named check (status <> 'problem' or problem is not null)
);
-- Those whose turn may have come, and those that hold an address.
create index shipments_waiting on shipments (since)
  where status in ('address_wanted', 'to_ship', 'shipped', 'problem');
create index shipments_with_address on shipments (project_id) where sealed_address is not null;

alter table events
  drop constraint events_entity_check,
  add constraint events_entity_check check (entity in
    ('project', 'application', 'offer', 'amendment', 'package_order', 'deliverable', 'review_note', 'review_reply', 'payment',
      'licence', 'shipment', 'invitation', 'payout_account', 'deal_dispute', 'deal_review', 'report', 'sanction',
      'operator_act', 'block'));
