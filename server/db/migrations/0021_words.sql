-- Words nearly like what was typed. Measuring every row that has some of its letters costs what the market is large;
-- there are far fewer different words. So a word is looked for among the words first, and what it may have meant
-- is then looked for like anything else.

-- Every word of what can be searched, once.
create table search_words (
  about text not null check (about in ('projects', 'creators')),
  word text not null,
  primary key (word, about)
);
create index search_words_nearly on search_words using gin (word public.gin_trgm_ops)
  with (gin_pending_list_limit = 256);

-- The words of a folded text that somebody could mistype: no numbers, nothing too short or too long to be one.
create function words_in(folded text) returns setof text language sql immutable strict parallel safe as $$
  select distinct word from regexp_split_to_table(folded, '[^[:alnum:]]+') word
  where char_length(word) between 3 and 40 and word !~ '[0-9]'
$$;

-- In one order, so that two who bring the same words wait for each other and not around each other.
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

-- What somebody no longer says of themselves is forgotten, unless another creator says it too. Planned for each word:
-- a common one is found at once from end to end, a rare one by its index.
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
      'select exists (select from profiles where role = ''creator'' and search like %L)', '%' || old_word || '%')
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

insert into search_words (about, word)
  select distinct 'projects', word from projects, words_in(projects.search) word where projects.status = 'active'
  union all
  select distinct 'creators', word from profiles, words_in(profiles.search) word where profiles.role = 'creator';

-- A word with each two neighbouring letters swapped, the slip that changes most of what trigrams compare.
create function swapped_letters(word text) returns text[] language sql immutable strict parallel safe as $$
  select array_agg(overlay(word placing reverse(substr(word, place, 2)) from place for 2))
  from generate_series(1, char_length(word) - 1) place
$$;

-- For each word typed a condition: that a text, called search, has one of the words it may have meant; null when one
-- of them is like none. The measure as before: 0.4 finds one wrong letter in a word of six. Of words equally like it
-- the ones as long come first.
create function search_meant(of_what text, wanted text) returns text[]
  language sql stable set pg_trgm.word_similarity_threshold = '0.4' as $$
  select case when bool_and(meant is not null) then array_agg(format('(%s)', meant)) end
  from (
    select (
      select string_agg(format('search like %L', '%' || near.word || '%'), ' or ') from (
        select word from search_words
        where about = of_what and (word operator(public.%>) typed.word or word = any (swapped_letters(typed.word)))
        order by word = typed.word desc, word = any (swapped_letters(typed.word)) desc,
          public.word_similarity(typed.word, word) + public.similarity(typed.word, word) desc, word
        limit 4) near) as meant
    from (
      select word from regexp_split_to_table(wanted, '[^[:alnum:]]+') with ordinality as parts (word, place)
      where char_length(word) between 3 and 40 order by place limit 6) typed) patterns
$$;

-- Planned for what is asked: a common word is found along the newest, a rare one by its index. Of those that have
-- what may have been meant, the newest sixty are put in order.
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
      order by projects.created_at desc, projects.id desc limit 60) newest
    order by 2 desc, newest.created_at desc, newest.id desc limit 48',
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
      order by profiles.created_at desc, profiles.id desc limit 60) newest
    order by 2 desc, newest.created_at desc, newest.id desc limit 48',
    wanted,
    'and ' || array_to_string(meant, ' and '),
    case when in_niche is not null then format('and profiles.niches @> array[%L]', in_niche) end,
    case when on_platform is not null then format('and profiles.platforms @> array[%L]', on_platform) end);
end $$;
