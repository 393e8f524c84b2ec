-- PostgreSQL takes a row read along an index's order for ten times cheaper than one fetched for a match, which may be so
-- on a disk; in memory they cost the same. Asked beside what is looked for, this says that reading a row costs something,
-- and is called for those alone that match. Not in parallel: a page is there before helpers are.
create function search_weighs(search text) returns boolean language plpgsql immutable parallel restricted cost 200 as $$
begin
  return true;
end $$;

-- As before, but each word typed is looked up and its slips are written once.
create or replace function search_meant(of_what text, wanted text) returns text[]
  language sql stable set pg_trgm.word_similarity_threshold = '0.4' as $$
  with typed as materialized (
    select word, swapped_letters(word) as swaps
    from regexp_split_to_table(wanted, '[^[:alnum:]]+') with ordinality as parts (word, place)
    where char_length(word) between 3 and 40 order by place limit 6),
  patterns as materialized (
    select (
      select string_agg(format('search_has(search, %L)', '%' || near.word || '%'), ' or ') from (
        select search_words.word from search_words
        where about = of_what
          and (search_words.word operator(public.%>) typed.word or search_words.word = any (swaps))
        order by search_words.word = typed.word desc, search_words.word = any (swaps) desc,
          public.word_similarity(typed.word, search_words.word) + public.similarity(typed.word, search_words.word) desc,
          search_words.word
        limit 4) near) as meant
    from typed)
  select case when bool_and(meant is not null) then array_agg(format('(%s)', meant)) end from patterns
$$;

-- As in 0021, of the newest 36 instead of 60: a page shows 24.
create or replace function projects_nearly(wanted text, in_category text) returns table (id uuid, nearness real)
  language plpgsql stable as $$
declare
  meant text[] := search_meant('projects', wanted);
begin
  if meant is null then return; end if;
  return query execute format(
    'select newest.id, public.word_similarity(%1$L, newest.search) from (
      select projects.id, projects.search, projects.created_at from projects
      where projects.status = ''active'' and projects.search not like search_pattern(%1$L) %2$s %3$s
        and search_weighs(projects.search) is not null
      order by projects.created_at desc, projects.id desc limit 36) newest
    order by 2 desc, newest.created_at desc, newest.id desc',
    wanted,
    'and ' || array_to_string(meant, ' and '),
    case when in_category is not null then format('and projects.category = %L', in_category) end);
end $$;
create or replace function creators_nearly(wanted text, in_niche text, on_platform text)
  returns table (id uuid, nearness real) language plpgsql stable as $$
declare
  meant text[] := search_meant('creators', wanted);
begin
  if meant is null then return; end if;
  return query execute format(
    'select newest.id, public.word_similarity(%1$L, newest.search) from (
      select profiles.id, profiles.search, profiles.created_at from profiles
      where profiles.role = ''creator'' and profiles.search not like search_pattern(%1$L) %2$s %3$s %4$s
        and search_weighs(profiles.search) is not null
      order by profiles.created_at desc, profiles.id desc limit 36) newest
    order by 2 desc, newest.created_at desc, newest.id desc',
    wanted,
    'and ' || array_to_string(meant, ' and '),
    case when in_niche is not null then format('and profiles.niches @> array[%L]', in_niche) end,
    case when on_platform is not null then format('and profiles.platforms @> array[%L]', on_platform) end);
end $$;

-- Some hundred names tell whether one in three hundred has something, and it is there that the choice matters.
alter statistics profiles_heads set statistics 300;
alter statistics projects_heads set statistics 300;
