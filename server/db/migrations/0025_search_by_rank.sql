-- Searches that cost the same in a market of any size.

-- From when on somebody's page may be shown: null for never (DECISIONS 31, and who never confirmed their address), the
-- end of a ban, or always. Kept beside the profile, because a search would ask for the account of everybody it finds.
alter table profiles add column shown_from timestamptz;
create function account_shown_from(account auth.users) returns timestamptz language sql immutable as $$
  select case when account.email_confirmed_at is not null and account.deleted_at is null
    then coalesce(account.banned_until, '-infinity') end
$$;
-- The account is held until the profile is there: who is banned meanwhile waits, and then finds it.
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
update profiles set shown_from = account_shown_from(users) from auth.users where users.id = profiles.id;

-- What ranks in a searched text: a creator's name, a project's title. The letter before it makes its beginning a word
-- that an index of trigrams finds; no folded text has capitals.
create function search_head(search text) returns text language sql immutable strict parallel safe
  return 'X' || split_part(search, chr(31), 1);
-- And what does not: the rest.
create function search_tail(search text) returns text language sql immutable strict parallel safe
  return substr(search, strpos(search, chr(31)));
-- The pattern for "begins with this", and the regular expression for "has this within a word".
create function search_head_begins(wanted text) returns text language sql immutable strict parallel safe
  return 'X' || substr(search_pattern(wanted), 2);
create function search_word_begins(wanted text) returns text language sql immutable strict parallel safe
  return '% ' || substr(search_pattern(wanted), 2);
create function search_within_word(wanted text) returns text language sql immutable strict parallel safe
  return '[^ X]' || regexp_replace(search_fold(wanted), '([!-/:-@\[-`{-~])', '\\\1', 'g');

-- That a text has it in one of the two.
create function search_has(search text, pattern text) returns boolean language sql immutable parallel safe
  return search_head(search) like pattern or search_tail(search) like pattern;

drop index profiles_creators_search, projects_active_search;
create index profiles_creators_search on profiles
  using gin (search_head(search) public.gin_trgm_ops, search_tail(search) public.gin_trgm_ops)
  with (gin_pending_list_limit = 256) where role = 'creator';
create index projects_active_search on projects
  using gin (search_head(search) public.gin_trgm_ops, search_tail(search) public.gin_trgm_ops)
  with (gin_pending_list_limit = 256) where status = 'active';
-- How common something is in a name, and in what stands behind it: by this PostgreSQL chooses between the index and
-- reading along the newest.
create statistics profiles_heads on search_head(search) from profiles;
create statistics profiles_tails on search_tail(search) from profiles;
create statistics projects_heads on search_head(search) from projects;
create statistics projects_tails on search_tail(search) from projects;

-- As in 0021, by the new indexes.
create or replace function forget_words() returns trigger language plpgsql as $$
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
create or replace function search_meant(of_what text, wanted text) returns text[]
  language sql stable set pg_trgm.word_similarity_threshold = '0.4' as $$
  select case when bool_and(meant is not null) then array_agg(format('(%s)', meant)) end
  from (
    select (
      select string_agg(format('search_has(search, %L)', '%' || near.word || '%'), ' or ') from (
        select word from search_words
        where about = of_what and (word operator(public.%>) typed.word or word = any (swapped_letters(typed.word)))
        order by word = typed.word desc, word = any (swapped_letters(typed.word)) desc,
          public.word_similarity(typed.word, word) + public.similarity(typed.word, word) desc, word
        limit 4) near) as meant
    from (
      select word from regexp_split_to_table(wanted, '[^[:alnum:]]+') with ordinality as parts (word, place)
      where char_length(word) between 3 and 40 order by place limit 6) typed) patterns
$$;
