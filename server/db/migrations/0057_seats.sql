-- Projects that hire several creators: each hire splits off a project of its own, which is an ordinary deal.
alter table projects
  -- How many creators its brand wants; one hires as ever, and splits nothing off.
  add column seats smallint not null default 1 check (seats between 1 and 50),
  -- The last day of hiring, and what all hires together may cost; null without a limit.
  add column hiring_until date,
  add column budget_total usd_cents,
  -- Of a deal that was split off: the project that hired for it.
  add column listing_id uuid references projects (id),
  add constraint projects_hiring_of_several check (seats > 1 or (hiring_until is null and budget_total is null)),
  add constraint projects_split_off_once check (listing_id is null or (seats = 1 and listing_id <> id));
create index projects_of_listing on projects (listing_id, created_at desc, id desc) where listing_id is not null;
create index projects_hiring_until on projects (hiring_until) where status = 'active' and hiring_until is not null;

alter table applications
  -- Of an application that went along with its deal: the project its creator applied to.
  add column listing_id uuid references projects (id),
  add constraint applications_moved_once check (listing_id <> project_id);
create index applications_of_listing on applications (listing_id) where listing_id is not null;
-- Whoever was hired does not apply to the same project again.
create unique index applications_one_per_creator_per_listing on applications (coalesce(listing_id, project_id), creator_id);
