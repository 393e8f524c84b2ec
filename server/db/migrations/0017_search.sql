-- Words close to what was typed, for searches with slips in them. Comparing every row that shares some letters costs more
-- the larger the market is, and there are far fewer different words than rows. So a typed word is compared with the known
-- words first, and what it may have meant is then searched for like anything else.

-- Loads the library: only then is its setting below known, and may be set by a role that is not a superuser.
select public.similarity('a', 'a');

-- Every word of what can be searched, once.
create table search_words (
  about text not null check (about in ('projects', 'creators')),
  word text not null,
  primary key (word, about)
);
create index search_words_nearly on search_words using gin (word public.gin_trgm_ops)
  with (gin_pending_list_limit = 256);

-- The words of a folded text that somebody could mistype: no numbers, nothing too short or too long to be a word.
create function words_in(folded text) returns setof text language sql immutable strict parallel safe as $$
  select distinct word from regexp_split_to_table(folded, '[^[:alnum:]]+') word
  where char_length(word) between 3 and 40 and word !~ '[0-9]'
$$;

-- Inserted in one order, so that two transactions with the same words wait for each other instead of deadlocking.
create function learn_words() returns trigger language plpgsql as $$
begin
  insert into search_words (about, word)
    select tg_table_name_about.about, word
    from (select case tg_table_name when 'profiles' then 'creators' else 'projects' end as about) tg_table_name_about,
      words_in(new.search) word
    order by word
    on conflict do nothing;
  return null;
end $$;
create trigger projects_words after insert or update of title, description, status on projects
  for each row when (new.status = 'active') execute function learn_words();
create trigger profiles_words after insert or update of name, bio on profiles
  for each row when (new.role = 'creator') execute function learn_words();

-- Deletes the words that a creator no longer uses, unless another creator does. Each word is planned on its own: a common
-- one is found at once by reading along the table, a rare one by its index.
create function forget_words() returns trigger language plpgsql as $$
declare
  old_word text;
  kept boolean;
begin
  for old_word in
    select word from words_in(old.search) word
    except select word from words_in(case when tg_op = 'UPDATE' then new.search end) word
  loop
    execute format(
      'select exists (select from profiles where role = ''creator'' and search_has(search, %L))', '%' || old_word || '%')
      into kept;
    if not kept then
      delete from search_words where about = 'creators' and word = old_word;
    end if;
  end loop;
  return null;
end $$;
create trigger profiles_words_gone after update of name, bio on profiles
  for each row when (old.search is distinct from new.search) execute function forget_words();
create trigger profiles_gone after delete on profiles
  for each row when (old.role = 'creator') execute function forget_words();

-- A word with each two neighbouring letters swapped: the slip that changes most of its trigrams.
create function swapped_letters(word text) returns text[] language sql immutable strict parallel safe as $$
  select array_agg(overlay(word placing reverse(substr(word, place, 2)) from place for 2))
  from generate_series(1, char_length(word) - 1) place
$$;

-- For each typed word a condition: that a text, in a column called search, has one of the words that may have been meant.
-- Null when one typed word is like none. The threshold of 0.4 finds one wrong letter in a word of six (two letters of
-- "candle" swapped); the default of 0.6 does not. Of words equally similar, those of the same length come first.
-- strpos costs a fifth of the patterns behind it and rules most rows out before they are taken apart; the planner ascribes
-- no selectivity to it, so it does not change which plan is chosen.
create function search_meant(of_what text, wanted text) returns text[]
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

-- Added to a query as a condition, it tells the planner that reading a row has a price. PostgreSQL assumes that a row read
-- along an index's order is ten times cheaper than one fetched for a match. That may be so on a disk; in memory they cost
-- the same. Called only for rows that match. Parallel restricted, because a page is ready before parallel workers are.
create function search_weighs(search text) returns boolean language plpgsql immutable parallel restricted cost 200 as $$
begin
  return true;
end $$;

-- What may have been meant, nearest first. Planned for each search: a common word is found along the newest, a rare one by
-- its index. Of all matches the newest 24 are put in order, as many as a page shows. Those that contain the very text are
-- left out only then: a caller shows fewer than 24 such results ahead of these, so enough remain.
-- rows 24: with PostgreSQL's assumption of a thousand, a market of middling size read all of its projects to join them.
create function projects_nearly(wanted text, in_category text) returns table (id uuid, nearness real)
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
create function creators_nearly(wanted text, in_niche text, on_platform text)
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
