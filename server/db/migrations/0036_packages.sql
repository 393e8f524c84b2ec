-- A creator's fixed offers. What an order agreed on is copied into the order, so rows here may change and go.
create table packages (
  id uuid primary key default gen_random_uuid(),
  creator_id uuid not null references profiles (id),
  title text not null check (char_length(title) between 1 and 80),
  -- As items of a brief.
  items jsonb not null,
  price usd_cents not null check (price >= 100),
  days smallint not null check (days between 1 and 60),
  rounds smallint not null check (rounds between 0 and 5),
  -- [{ id, label, price (cents), days }]
  add_ons jsonb not null default '[]',
  -- Addresses of pieces of the creator's portfolio.
  samples text[] not null default '{}' check (cardinality(samples) <= 3),
  status text not null default 'draft' check (status in ('draft', 'listed', 'paused')),
  -- Ten of a creator at most: each has a place of its own.
  position smallint not null check (position between 1 and 10),
  updated_at timestamptz not null,
  constraint packages_one_a_place unique (creator_id, position) deferrable initially immediate
);

-- What Find Creators filters by and shows: the lowest price of a listed package, and every bound of price, of days and
-- of both together that one of them keeps: 'p250', 'd7', 'p250d7'.
alter table profiles
  add column package_from usd_cents,
  add column package_facets text[] not null default '{}';
create index profiles_creators_by_package on profiles using gin (package_facets) where role = 'creator';

create function refresh_package_facets() returns trigger language plpgsql as $$
declare
  of_creator uuid := coalesce(new.creator_id, old.creator_id);
begin
  update profiles set
    package_from = (select min(price) from packages where creator_id = of_creator and status = 'listed'),
    package_facets = array(
      select distinct facet from packages
        cross join (select bound from unnest(array[100, 250, 500, 1000]) bound union all select null) prices
        cross join (select days as within from unnest(array[3, 7, 14, 30]) days union all select null) times
        cross join lateral (select concat('p' || bound, 'd' || within) as facet) named
      where creator_id = of_creator and status = 'listed' and facet <> ''
        and (bound is null or packages.price <= bound * 100) and (within is null or packages.days <= within)
      order by facet)
  where id = of_creator;
  return null;
end $$;
create trigger packages_found after insert or update of price, days, status or delete on packages
  for each row execute function refresh_package_facets();
