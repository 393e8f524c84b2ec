-- Searches that somebody saved, about whose new matches they get mail.
create table saved_searches (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles (id) on delete cascade,
  about text not null check (about in ('projects', 'creators')),
  -- As typed. '' is anything.
  q text not null check (char_length(q) <= 200),
  category text check (category in
    ('fashion', 'tech', 'lifestyle', 'beauty', 'fitness', 'food', 'travel', 'gaming', 'home', 'other')),
  niche text,
  platform text,
  -- When its last mail was enqueued: at most one a day.
  mailed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint saved_searches_once unique nulls not distinct (user_id, about, q, category, niche, platform)
);
create index saved_searches_about on saved_searches (about, category, created_at);

-- What a saved search has found since it was saved, each match once. told: a mail has named it, or none was wanted.
create table saved_search_finds (
  search_id uuid not null references saved_searches (id) on delete cascade,
  found_id uuid not null,
  found_at timestamptz not null,
  told boolean not null default false,
  primary key (search_id, found_id)
);
create index saved_search_finds_untold on saved_search_finds (search_id) where not told;
