-- Uploads that were begun and are not finished: what an account has in flight. A row goes with the end of its upload, and
-- after two hours at the latest.
create table uploads_in_flight (
  id uuid primary key,
  owner_id uuid not null references profiles (id) on delete cascade,
  -- As announced when the upload began.
  bytes bigint not null check (bytes > 0),
  begun_at timestamptz not null
);
create index uploads_in_flight_of_owner on uploads_in_flight (owner_id);
create index uploads_in_flight_by_age on uploads_in_flight (begun_at);
