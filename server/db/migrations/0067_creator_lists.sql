-- Named lists of creators that a brand keeps, with a note on each. Nobody else reads them; a creator learns a total at most.
create table creator_lists (
  id uuid primary key default gen_random_uuid(),
  seller_id uuid not null references profiles (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  created_at timestamptz not null
);
create unique index creator_lists_one_of_a_name on creator_lists (seller_id, lower(name));

create table listed_creators (
  list_id uuid not null references creator_lists (id) on delete cascade,
  creator_id uuid not null references profiles (id) on delete cascade,
  note text check (char_length(note) between 1 and 500),
  added_at timestamptz not null,
  primary key (list_id, creator_id)
);
create index listed_creators_newest on listed_creators (list_id, added_at desc, creator_id desc);
create index listed_creators_of_creator on listed_creators (creator_id);

-- How many a brand has invited lately.
create index invitations_of_seller on project_invitations (seller_id, created_at);

-- Whom a brand said it would work with again.
create index deal_reviews_again on deal_reviews (author_id, subject_id) where again;
