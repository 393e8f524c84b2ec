-- What the hourly look at every promise about money came to last, one row a promise. Whichever process looked,
-- every process can tell it (metrics); a look that did not happen shows by its age.
create table money_check_results (
  name text primary key,
  -- Rows that break the promise; 0 while it holds.
  broken integer not null check (broken >= 0),
  checked_at timestamptz not null
);
