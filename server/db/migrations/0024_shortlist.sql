-- The brand's own mark on an application it wants to come back to. Never shown to the one who applied.
alter table applications add column shortlisted_at timestamptz;
