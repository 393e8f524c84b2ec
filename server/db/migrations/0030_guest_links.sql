-- Links by which a brand's colleague without an account reads a review room and writes notes there. The token is in the
-- link alone: whoever reads this table cannot use one.
create table review_guest_links (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects (id),
  created_by uuid not null references profiles (id),
  -- SHA-256.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index review_guest_links_of_project on review_guest_links (project_id, created_at);
create index review_guest_links_of_owner on review_guest_links (created_by);
create index review_guest_links_by_end on review_guest_links (expires_at);

alter table review_notes
  -- The link a guest wrote it through; forgotten with the link.
  add column guest_link_id uuid references review_guest_links (id) on delete set null;
create index review_notes_of_guest on review_notes (guest_link_id) where guest_link_id is not null;
