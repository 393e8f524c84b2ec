-- Who has neither a picture nor any work is listed last: nobody can judge them by anything.
alter table profiles add column is_presented boolean
  generated always as (num_nonnulls(avatar_url) > 0 or cardinality(portfolio_urls) > 0) stored;
create index profiles_creators_presented on profiles (is_presented desc, created_at desc, id desc)
  where role = 'creator';

-- Creators that a brand keeps for later. Nobody else learns of it, and they least of all.
create table saved_creators (
  seller_id uuid not null references profiles (id) on delete cascade,
  creator_id uuid not null references profiles (id) on delete cascade,
  saved_at timestamptz not null,
  primary key (seller_id, creator_id)
);
create index saved_creators_of_creator on saved_creators (creator_id);

-- Whom a brand has worked with: a deal of theirs was paid.
create index payments_paid_by_seller on payments (seller_id, creator_id) where status = 'released';
