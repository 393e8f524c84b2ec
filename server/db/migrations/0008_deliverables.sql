-- What creators hand in, version by version, and the brand's answer to each (SPEC §3).
create table deliverables (
  id uuid primary key default gen_random_uuid(),
  application_id uuid not null references applications (id),
  project_id uuid not null references projects (id),
  creator_id uuid not null references profiles (id),
  -- The seller whose answer it waits for; never changes. Here, so that finding what waits for somebody costs no more
  -- than what waits.
  reviewer_id uuid not null references profiles (id),
  file_id uuid not null references files (id),
  screenshot_id uuid references files (id),
  post_url text,
  notes text,
  reviewer_notes text,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  version integer not null check (version >= 1),
  reviewed_at timestamptz,
  -- When an overdue review was handed to an operator.
  escalated_at timestamptz,
  -- How long disputes have paused the review window.
  review_shifted interval not null default '0',
  created_at timestamptz not null default now(),
  constraint deliverables_one_per_version unique (project_id, version),
  -- One upload is one delivery: the same file again is a repeated click.
  constraint deliverables_one_per_file unique (file_id),
  constraint deliverables_reviewed_when_answered check ((status = 'pending') = (reviewed_at is null)),
  constraint deliverables_revision_has_a_note check (status <> 'rejected' or reviewer_notes is not null)
);
-- With the status, so that a dashboard's counts are read from the index alone.
create index deliverables_of_creator on deliverables (creator_id, created_at desc, id desc) include (status);
create index deliverables_to_review on deliverables (reviewer_id, created_at desc, id desc) where status = 'pending';
create index deliverables_by_age on deliverables (created_at) where status = 'pending';

-- Fills in the reviewer where a statement does not name one.
create function address_delivery() returns trigger language plpgsql as $$
begin
  select seller_id into new.reviewer_id from projects where id = new.project_id;
  return new;
end $$;
create trigger deliverables_addressed before insert on deliverables
  for each row when (new.reviewer_id is null) execute function address_delivery();
