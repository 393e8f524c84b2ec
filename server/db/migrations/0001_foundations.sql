-- What several domains build on: the extensions, money, append-only tables, and how texts are compared.

-- Search by parts of words (trigrams) and without accents.
create extension pg_trgm with schema public;
create extension unaccent with schema public;

-- Prices and budgets in whole cents; the API carries USD. The payment provider charges no more than 999,999.99 USD at
-- once. Sums and products of amounts are computed in bigint: integer ends at 21 million dollars.
create domain usd_cents as integer check (value between 0 and 99999999);

-- For triggers: nobody changes or deletes a row of such a table, not even the owner of the tables.
create function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;

-- The form in which texts are compared: without case, accents, width and line breaks. Declared immutable, which holds
-- only while the rules of unaccent stay the same: after changing those, rewrite the rows.
create function search_fold(value text) returns text language sql immutable strict parallel safe
  return regexp_replace(lower(public.unaccent('public.unaccent'::regdictionary, normalize(value, NFKC))), '\s+', ' ', 'g');

-- The LIKE pattern for "contains this". Wildcards in the text stand for themselves.
create function search_pattern(wanted text) returns text language sql immutable strict parallel safe
  return '%' || regexp_replace(search_fold(wanted), '([\\%_])', '\\\1', 'g') || '%';

-- A searchable text has two parts, separated by a character that nobody can type. The head decides the rank: a
-- creator's name, a project's title. The X before it lets the trigram index find where it begins: folded text has no
-- capitals.
create function search_head(search text) returns text language sql immutable strict parallel safe
  return 'X' || split_part(search, chr(31), 1);
create function search_tail(search text) returns text language sql immutable strict parallel safe
  return substr(search, strpos(search, chr(31)));

-- That either part matches a pattern. Both parts are indexed.
create function search_has(search text, pattern text) returns boolean language sql immutable parallel safe
  return search_head(search) like pattern or search_tail(search) like pattern;

-- The patterns for "the head begins with this", "a word begins with this" and "has this inside a word".
create function search_head_begins(wanted text) returns text language sql immutable strict parallel safe
  return 'X' || substr(search_pattern(wanted), 2);
create function search_word_begins(wanted text) returns text language sql immutable strict parallel safe
  return '% ' || substr(search_pattern(wanted), 2);
create function search_within_word(wanted text) returns text language sql immutable strict parallel safe
  return '[^ X]' || regexp_replace(search_fold(wanted), '([!-/:-@\[-`{-~])', '\\\1', 'g');
