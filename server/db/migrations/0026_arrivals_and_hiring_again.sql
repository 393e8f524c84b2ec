-- When a creator was shown that a release arrived: each moment is shown once. What was released before is no news.
alter table payments add column release_seen_at timestamptz;
update payments set release_seen_at = released_at where status = 'released';
create index payments_unseen on payments (creator_id, released_at desc)
  where status = 'released' and release_seen_at is null;

-- Whom the owner wants to invite once this draft is posted: a creator they hire again.
alter table projects add column to_invite uuid references profiles (id);
create index projects_to_invite on projects (to_invite) where to_invite is not null;
