-- Briefs: what a project asks for in parts, every saved version of it, and which version was agreed.
create table project_briefs (
  project_id uuid not null references projects (id) on delete cascade,
  -- 1…n within the project, one for each saved change.
  version integer not null check (version >= 1),
  brief jsonb not null check (octet_length(brief::text) <= 131072),
  -- SHA-256 of its canonical JSON: the same brief has the same hash wherever it is stored.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null,
  unique (project_id, version)
);

alter table projects
  -- The version creators read now; null for a project that is a title and a text.
  add column brief_version integer,
  -- The description was made from the brief, and follows it.
  add column description_generated boolean not null default false,
  -- Two rows refer to each other, and go together.
  add constraint projects_brief foreign key (id, brief_version)
    references project_briefs (project_id, version) deferrable initially deferred;

-- The version both sides agreed on, written with the acceptance.
alter table applications
  add column brief_version integer,
  add constraint applications_brief foreign key (project_id, brief_version)
    references project_briefs (project_id, version);

-- Briefs a brand keeps to begin with.
create table brief_templates (
  id uuid primary key default gen_random_uuid(),
  seller_id uuid not null references profiles (id),
  name text not null check (char_length(name) between 1 and 80),
  brief jsonb not null check (octet_length(brief::text) <= 131072),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null,
  unique (seller_id, name)
);
