-- Guesses at passwords and codes count in a logged table. rate_buckets is unlogged: it is empty after a crash, and on the
-- new primary after a failover, where whoever guesses would begin with a fresh burst.
create table auth.guess_buckets (
  key text primary key,
  tokens double precision not null,
  refilled_at timestamptz not null
) with (fillfactor = 70);
create index guess_buckets_by_age on auth.guess_buckets (refilled_at);
