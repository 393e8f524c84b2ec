-- An event about an object of somebody else on the same account at the provider: seen, and left alone.
alter table webhook_events add column ignored boolean not null default false,
  add constraint webhook_events_ignored_are_done check (not ignored or applied_at is not null);
