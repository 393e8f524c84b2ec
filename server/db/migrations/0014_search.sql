-- Finding projects and creators (SPEC §2): part of a text, whatever its case and accents, and words nearly like it.
create extension if not exists pg_trgm with schema public;
create extension if not exists unaccent with schema public;
-- Loads the library, so that its setting below is known and may be set by who is no superuser.
select public.similarity('a', 'a');

-- How texts are compared: without case, accents, width and line breaks. Immutable as long as the rules of
-- unaccent stay as they are: after changing those, write the rows anew.
create function search_fold(value text) returns text language sql immutable strict parallel safe
  return regexp_replace(lower(public.unaccent('public.unaccent'::regdictionary, normalize(value, NFKC))), '\s+', ' ', 'g');

-- The pattern for "has this in it": wildcards stand for themselves.
create function search_pattern(wanted text) returns text language sql immutable strict parallel safe
  return '%' || regexp_replace(search_fold(wanted), '([\\%_])', '\\\1', 'g') || '%';

-- The names of a map.
create function map_names(map jsonb) returns text[] language sql immutable strict parallel safe
  return array(select name from jsonb_object_keys(map) name);

-- Title and description stand apart by a character nobody can type: what is found lies in one of them.
alter table projects add column search text not null
  generated always as (search_fold(title || chr(31) || description)) stored;
-- A short list of rows that wait to be merged keeps reading quick; 256 kB are some hundred projects.
create index projects_active_search on projects using gin (search public.gin_trgm_ops)
  with (gin_pending_list_limit = 256) where status = 'active';
create index projects_active_by_category on projects (category, created_at desc, id desc) where status = 'active';
create index projects_active_by_deadline on projects (deadline, id) where status = 'active';
create index projects_active_by_budget on projects (budget desc, id desc) where status = 'active';

alter table profiles add column search text
  generated always as (case when role = 'creator' then search_fold(name || chr(31) || coalesce(bio, '')) end) stored;
-- The platforms somebody is on. As a list PostgreSQL knows how common each is, as names of a map it guesses.
alter table profiles add column platforms text[] not null generated always as (map_names(social_links)) stored;
create index profiles_creators_search on profiles using gin (search public.gin_trgm_ops)
  with (gin_pending_list_limit = 256) where role = 'creator';
create index profiles_creators_by_kind on profiles using gin (niches, platforms) where role = 'creator';
drop index profiles_creators;
create index profiles_creators_newest on profiles (created_at desc, id desc) where role = 'creator';

-- Words nearly like what was typed, nearest first. 0.4: two letters of a word of six swapped; 0.6, the default, misses
-- "candel". Functions, because the measure is a setting.
create function projects_nearly(wanted text, in_category text) returns table (id uuid, nearness real)
  language sql stable set pg_trgm.word_similarity_threshold = '0.4' as $$
  select projects.id, public.word_similarity(wanted, projects.search) from projects
  where projects.status = 'active' and projects.search operator(public.%>) wanted
    and (in_category is null or projects.category = in_category)
  order by 2 desc, projects.created_at desc, projects.id desc limit 48
$$;
create function creators_nearly(wanted text, in_niche text, on_platform text) returns table (id uuid, nearness real)
  language sql stable set pg_trgm.word_similarity_threshold = '0.4' as $$
  select profiles.id, public.word_similarity(wanted, profiles.search) from profiles
  where profiles.role = 'creator' and profiles.search operator(public.%>) wanted
    and (in_niche is null or profiles.niches @> array[in_niche])
    and (on_platform is null or profiles.platforms @> array[on_platform])
  order by 2 desc, profiles.created_at desc, profiles.id desc limit 48
$$;

-- What somebody looks for again and again, and is told of by mail.
create table saved_searches (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles (id) on delete cascade,
  about text not null check (about in ('projects', 'creators')),
  -- As typed; '' is anything.
  q text not null check (char_length(q) <= 200),
  category text check (category in
    ('fashion', 'tech', 'lifestyle', 'beauty', 'fitness', 'food', 'travel', 'gaming', 'home', 'other')),
  niche text,
  platform text,
  -- When its last mail was queued: one a day at most.
  mailed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint saved_searches_once unique nulls not distinct (user_id, about, q, category, niche, platform)
);
create index saved_searches_about on saved_searches (about, category, created_at);

-- What a saved search has found since it was saved, each thing once. told: it was in a mail, or none was wanted.
create table saved_search_finds (
  search_id uuid not null references saved_searches (id) on delete cascade,
  found_id uuid not null,
  found_at timestamptz not null,
  told boolean not null default false,
  primary key (search_id, found_id)
);
create index saved_search_finds_untold on saved_search_finds (search_id) where not told;

alter table notifications drop constraint notifications_kind_check, add constraint notifications_kind_check
  check (kind in ('applications', 'invitations', 'deliverables', 'payments', 'reminders', 'messages', 'searches'));
alter table notification_preferences drop constraint notification_preferences_kind_check,
  add constraint notification_preferences_kind_check
  check (kind in ('applications', 'invitations', 'deliverables', 'payments', 'reminders', 'messages', 'searches'));
