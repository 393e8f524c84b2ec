-- As before, but a row read along an index's order is looked at for the word before it is taken apart: strpos costs a
-- fifth of the patterns behind it, and PostgreSQL takes its answer for nothing rare, so the ways it weighs stay the same.
create or replace function search_meant(of_what text, wanted text) returns text[]
  language sql stable set pg_trgm.word_similarity_threshold = '0.4' as $$
  with typed as materialized (
    select word, swapped_letters(word) as swaps
    from regexp_split_to_table(wanted, '[^[:alnum:]]+') with ordinality as parts (word, place)
    where char_length(word) between 3 and 40 order by place limit 6),
  patterns as materialized (
    select (
      select string_agg(
          format('strpos(search, %L) <> 0 and search_has(search, %L)', near.word, '%' || near.word || '%'), ' or ')
      from (
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

-- What has the very text is left out of the newest 24 instead of being looked for in all that is read: whoever asks shows
-- fewer than 24 of what has the text before them, so enough are left.
create or replace function projects_nearly(wanted text, in_category text) returns table (id uuid, nearness real)
  language plpgsql stable rows 24 as $$
declare
  meant text[] := search_meant('projects', wanted);
begin
  if meant is null then return; end if;
  return query execute format(
    'select newest.id, public.word_similarity(%1$L, newest.search) from (
      select projects.id, projects.search, projects.created_at from projects
      where projects.status = ''active'' %2$s %3$s and search_weighs(projects.search) is not null
      order by projects.created_at desc, projects.id desc limit 24) newest
    where newest.search not like search_pattern(%1$L)
    order by 2 desc, newest.created_at desc, newest.id desc',
    wanted,
    'and ' || array_to_string(meant, ' and '),
    case when in_category is not null then format('and projects.category = %L', in_category) end);
end $$;
create or replace function creators_nearly(wanted text, in_niche text, on_platform text)
  returns table (id uuid, nearness real) language plpgsql stable rows 24 as $$
declare
  meant text[] := search_meant('creators', wanted);
begin
  if meant is null then return; end if;
  return query execute format(
    'select newest.id, public.word_similarity(%1$L, newest.search) from (
      select profiles.id, profiles.search, profiles.created_at from profiles
      where profiles.role = ''creator'' %2$s %3$s %4$s and search_weighs(profiles.search) is not null
      order by profiles.created_at desc, profiles.id desc limit 24) newest
    where newest.search not like search_pattern(%1$L)
    order by 2 desc, newest.created_at desc, newest.id desc',
    wanted,
    'and ' || array_to_string(meant, ' and '),
    case when in_niche is not null then format('and profiles.niches @> array[%L]', in_niche) end,
    case when on_platform is not null then format('and profiles.platforms @> array[%L]', on_platform) end);
end $$;
