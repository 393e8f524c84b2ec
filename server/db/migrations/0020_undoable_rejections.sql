-- A rejection counts from a moment ten seconds after its click and can be undone until then (decision P33). The status
-- stays pending meanwhile: whatever reads it for the creator says nothing yet.
alter table applications add column reject_at timestamptz,
  add constraint applications_reject_at_of_no_accepted check (reject_at is null or status <> 'accepted');
create index applications_to_reject on applications (reject_at) where status = 'pending' and reject_at is not null;
