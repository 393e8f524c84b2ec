-- People as the product knows them (SPEC §3).
-- In these files: the words of a status are those of contract/, and a test compares them. What must hold when two
-- people click at once is a constraint, not only code.

-- The keys of a map.
create function map_names(map jsonb) returns text[] language sql immutable strict parallel safe
  return array(select name from jsonb_object_keys(map) name);

create table profiles (
  id uuid primary key references auth.users (id),
  name text not null,
  email text not null,
  role text not null check (role in ('creator', 'seller')),
  -- Whether the person chose that role: false only for arrivals from Google who have not been asked yet.
  role_chosen boolean not null default true,
  avatar_url text,
  -- A creator's page.
  bio text,
  niches text[] not null default '{}',
  -- Service or content type to USD.
  rates jsonb not null default '{}',
  social_links jsonb not null default '{}',
  portfolio_urls text[] not null default '{}',
  -- The keys of social_links. PostgreSQL has statistics on how common each item of a list is; of the keys of a map it
  -- can only guess.
  platforms text[] not null generated always as (map_names(social_links)) stored,
  -- A brand's page.
  company_name text,
  industry text,
  website text,
  brand_description text check (char_length(brand_description) <= 500),
  stripe_customer_id text unique,
  -- From when on the person's page may be shown: null for never (deleted, or never confirmed), the end of a ban, or
  -- always. A copy of what auth.users says, because a search would otherwise read the account of everyone it finds.
  shown_from timestamptz,
  search text
    generated always as (case when role = 'creator' then search_fold(name || chr(31) || coalesce(bio, '')) end) stored,
  created_at timestamptz not null default now()
);
create index profiles_newest on profiles (created_at desc, id desc);
create index profiles_creators_newest on profiles (created_at desc, id desc) where role = 'creator';
create index profiles_sellers_newest on profiles (created_at desc, id desc) where role = 'seller';
create index profiles_creators_by_kind on profiles using gin (niches, platforms) where role = 'creator';
-- A short list of rows that wait to be merged keeps reading fast: 256 kB are some hundred profiles.
create index profiles_creators_search on profiles
  using gin (search_head(search) public.gin_trgm_ops, search_tail(search) public.gin_trgm_ops)
  with (gin_pending_list_limit = 256) where role = 'creator';
-- The console finds people by part of a name, a company or an address, whatever their role.
create index profiles_by_words on profiles
  using gin (search_fold(name || chr(31) || coalesce(company_name, '') || chr(31) || email) public.gin_trgm_ops);

-- How common something is in a name, and in the text behind it. PostgreSQL decides by this between the trigram index
-- and reading along the newest. A sample of some hundred names shows whether one in three hundred has something, and
-- there the choice matters.
create statistics profiles_heads on search_head(search) from profiles;
alter statistics profiles_heads set statistics 300;
create statistics profiles_tails on search_tail(search) from profiles;

create function account_shown_from(account auth.users) returns timestamptz language sql immutable as $$
  select case when account.email_confirmed_at is not null and account.deleted_at is null
    then coalesce(account.banned_until, '-infinity') end
$$;
-- Locks the account until the profile is there: a concurrent ban waits, and then finds the profile.
create function show_new_profile() returns trigger language plpgsql as $$
begin
  select account_shown_from(users) into new.shown_from from auth.users where users.id = new.id for share;
  return new;
end $$;
create trigger profiles_shown before insert on profiles for each row execute function show_new_profile();
create function show_profile() returns trigger language plpgsql as $$
begin
  update profiles set shown_from = account_shown_from(new) where id = new.id;
  return null;
end $$;
create trigger users_shown after update of email_confirmed_at, deleted_at, banned_until on auth.users
  for each row when (account_shown_from(old) is distinct from account_shown_from(new)) execute function show_profile();

-- Role and name are part of what every process caches about a session.
create trigger profiles_change_announced after update of role, name on profiles
  for each row when ((old.role, old.name) is distinct from (new.role, new.name))
  execute function announce_access('id');
create trigger profiles_end_announced after delete on profiles
  for each row execute function announce_access('id');
