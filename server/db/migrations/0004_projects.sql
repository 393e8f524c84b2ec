-- What brands post, and the creators they invite (SPEC §3).
create table projects (
  id uuid primary key default gen_random_uuid(),
  seller_id uuid not null references profiles (id),
  title text not null,
  description text not null,
  product_details text,
  category text not null check (category in
    ('fashion', 'tech', 'lifestyle', 'beauty', 'fitness', 'food', 'travel', 'gaming', 'home', 'other')),
  budget usd_cents not null,
  deadline date not null,
  product_images text[] not null default '{}' check (cardinality(product_images) <= 5),
  status text not null check (status in ('draft', 'active', 'in_progress', 'completed', 'cancelled')),
  search text not null generated always as (search_fold(title || chr(31) || description)) stored,
  created_at timestamptz not null default now()
);
create index projects_of_seller on projects (seller_id, created_at desc, id desc);
-- A dashboard's counts are read from the index alone.
create index projects_offered on projects (seller_id, status) where status in ('draft', 'active');
create index projects_by_deadline on projects (deadline) where status in ('active', 'in_progress');

-- The public market.
create index projects_active_newest on projects (created_at desc, id desc) where status = 'active';
create index projects_active_by_category on projects (category, created_at desc, id desc) where status = 'active';
create index projects_active_by_deadline on projects (deadline, id) where status = 'active';
create index projects_active_by_budget on projects (budget desc, id desc) where status = 'active';
create index projects_active_search on projects
  using gin (search_head(search) public.gin_trgm_ops, search_tail(search) public.gin_trgm_ops)
  with (gin_pending_list_limit = 256) where status = 'active';
-- As for profiles.
create statistics projects_heads on search_head(search) from projects;
alter statistics projects_heads set statistics 300;
create statistics projects_tails on search_tail(search) from projects;

-- The console's lists. An index of all projects would be chosen for the public list too, so these leave out 'active'.
create index projects_left_newest on projects (created_at desc, id desc) where status <> 'active';
create index projects_left_of_status on projects (status, created_at desc, id desc) where status <> 'active';
create index projects_by_title on projects using gin (search_fold(title) public.gin_trgm_ops);

create table project_invitations (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects (id),
  creator_id uuid not null references profiles (id),
  seller_id uuid not null references profiles (id),
  message text not null,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Set where nobody declined but the time to answer ran out.
  lapsed_at timestamptz check (lapsed_at is null or status = 'declined')
);
create unique index invitations_one_open on project_invitations (project_id, creator_id) where status = 'pending';
create index invitations_of_creator on project_invitations (creator_id, created_at desc, id desc);
create index invitations_by_age on project_invitations (created_at) where status = 'pending';
