-- The console's lists, narrowed to what is rare among much else: a page is found without reading what lies between.
create index deal_disputes_of_status on deal_disputes (status, opened_at desc, id desc);
create index money_differences_open on money_differences (id) where resolved_at is null;
create index projects_left_of_status on projects (status, created_at desc, id desc) where status <> 'active';
create index profiles_sellers_newest on profiles (created_at desc, id desc) where role = 'seller';
create index users_unconfirmed on auth.users (created_at) where email_confirmed_at is null and deleted_at is null;
create index users_deleted on auth.users (deleted_at) where deleted_at is not null;

-- Whoever was invited or asked for a link, and never opened it, was an account without a profile, which no list shows.
insert into profiles (id, name, email, role)
  select id, left(split_part(email, '@', 1), 100), email, 'creator' from auth.users
  where email is not null and deleted_at is null and email_confirmed_at is null
  on conflict do nothing;
