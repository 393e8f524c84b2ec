-- The different names that creators have. A search for a full name is answered by name: what "contains this" is tested once
-- for each name, and those who have it are found, counted and put in order by an index alone. Through the trigrams of all
-- profiles, each creator of a common name had to be read.

-- The name in the form that is searched: the head of `search` without its X.
create function creator_name(name text) returns text language sql immutable strict parallel safe
  return split_part(search_fold(name || chr(31)), chr(31), 1);

create table creator_names (name text primary key);
create index creator_names_containing on creator_names using gin (name public.gin_trgm_ops)
  with (gin_pending_list_limit = 256);

alter table profiles add column folded_name text
  generated always as (case when role = 'creator' then creator_name(name) end) stored;
insert into creator_names (name) select distinct folded_name from profiles where folded_name is not null;
-- Also the proof that no creator is missing from a search.
alter table profiles add constraint profiles_folded_name_known
  foreign key (folded_name) references creator_names (name);
-- Under a condition that the reference implies: PostgreSQL looks for a name's creators before it deletes the name.
create index profiles_creators_of_name on profiles (folded_name, created_at desc, id desc)
  include (role, shown_from, is_presented) where folded_name is not null;

-- Before the profile is written. The lock keeps the name until then, and until the transaction ends: it was there already,
-- and its last creator may be leaving it now.
create function know_creator_name() returns trigger language plpgsql as $$
declare
  folded text := creator_name(new.name);
begin
  loop
    insert into creator_names (name) values (folded) on conflict do nothing;
    perform from creator_names where name = folded for key share;
    exit when found;
  end loop;
  return new;
end $$;
create trigger profiles_name_known before insert on profiles
  for each row when (new.role = 'creator') execute function know_creator_name();
create trigger profiles_new_name_known before update of name, role on profiles
  for each row when (new.role = 'creator' and (old.name, old.role) is distinct from (new.name, new.role))
  execute function know_creator_name();

-- Deletes a name that no creator has any longer. A locked one is someone's at this moment; two who leave the same name at
-- once leave it to server/retention. Looked for again once it is locked: only then can no one else take it.
create function forget_creator_name(unused text) returns boolean language plpgsql as $$
begin
  if exists (select from profiles where folded_name = unused) then return false; end if;
  perform from creator_names where name = unused for update skip locked;
  if found and not exists (select from profiles where folded_name = unused) then
    delete from creator_names where name = unused;
    return true;
  end if;
  return false;
end $$;
create function leave_creator_name() returns trigger language plpgsql as $$
begin
  perform forget_creator_name(old.folded_name);
  return null;
end $$;
create trigger profiles_name_left after update of name, role on profiles
  for each row when (old.folded_name is distinct from new.folded_name) execute function leave_creator_name();
create trigger profiles_name_gone after delete on profiles
  for each row when (old.role = 'creator') execute function leave_creator_name();
