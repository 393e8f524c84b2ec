-- Deals between accounts that one person may be behind count for nobody (contract/rings.ts).

-- What tells accounts of one person apart from strangers: keyed hashes of cards, addresses and devices, by day.
create table account_marks (
  profile_id uuid not null references profiles (id) on delete cascade,
  kind text not null check (kind in ('card', 'address', 'device')),
  mark bytea not null check (octet_length(mark) = 16),
  seen_on date not null,
  primary key (profile_id, kind, mark, seen_on)
);
create index account_marks_shared on account_marks (kind, mark, profile_id, seen_on);
create index account_marks_old on account_marks (seen_on);

-- A brand and a creator with a deal, and what they share. Recomputed as a whole, never incremented.
create table ring_links (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  seller_id uuid not null references profiles (id),
  creator_id uuid not null references profiles (id),
  signals text[] not null check (cardinality(signals) > 0),
  -- The latest day of what they share. Once that is too old to be kept, the link stays as it was found.
  seen_on date not null,
  found_at timestamptz not null,
  -- The signals an operator looked at and found harmless. One more makes it a ring again.
  overruled text[] not null default '{}',
  constraint ring_links_one_each unique (seller_id, creator_id)
);
create index ring_links_of_creator on ring_links (creator_id);
-- The console's list, and the other one of those that were overruled.
create index ring_links_counted on ring_links (number) where not signals <@ overruled;

-- Whether the deals of two people are left out of all figures, whichever of them is the brand.
create function in_ring(one uuid, other uuid) returns boolean language sql stable as $$
  select exists (select from ring_links
    where (seller_id, creator_id) in ((one, other), (other, one)) and not signals <@ overruled)
$$;

-- Whose links are to be looked at again. Rows are only inserted, so no sign-in and no deal waits here for another.
create table ring_changes (
  id bigint generated always as identity primary key,
  project_id uuid,
  profile_id uuid,
  constraint ring_changes_name_one check (num_nonnulls(project_id, profile_id) = 1)
);
create function change_rings_of_account() returns trigger language plpgsql as $$
begin
  insert into ring_changes (profile_id) values (coalesce(new.profile_id, old.profile_id));
  return null;
end $$;
create trigger account_marks_change_rings after insert or delete on account_marks
  for each row execute function change_rings_of_account();
create function change_rings_of_deal() returns trigger language plpgsql as $$
begin
  insert into ring_changes (project_id) values (new.project_id);
  return null;
end $$;
create trigger events_change_rings after insert on events for each row
  when (new.entity = 'application' and new.move = 'accept') execute function change_rings_of_deal();

-- A pair that is linked, or no longer, changes both records.
create function change_records_of_ring() returns trigger language plpgsql as $$
begin
  insert into track_record_changes (profile_id)
    select id from unnest(array[coalesce(new.seller_id, old.seller_id), coalesce(new.creator_id, old.creator_id)]) id;
  return null;
end $$;
create trigger ring_links_change_records after insert or delete on ring_links
  for each row execute function change_records_of_ring();
create trigger ring_links_changed_change_records after update on ring_links for each row
  when ((not old.signals <@ old.overruled) is distinct from (not new.signals <@ new.overruled))
  execute function change_records_of_ring();

create or replace function deal_review_figures(subject uuid, at timestamptz) returns table (
  total bigint, score_sum bigint, again_count bigint
) language sql stable as $$
  select count(*), coalesce(sum(r.first + r.second + r.third), 0), count(*) filter (where r.again)
  from deal_reviews r join profiles author on author.id = r.author_id
  where r.subject_id = subject and r.status = 'shown' and (author.shown_from is null or author.shown_from <= at)
    and not in_ring(r.author_id, r.subject_id)
$$;
