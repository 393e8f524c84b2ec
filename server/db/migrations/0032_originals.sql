-- Originals stay locked until the work is paid for; what the brand sees until then carries a mark.

-- The words burned into the copies of a delivery, or an empty text where no copy could be made. Null until it was tried.
alter table files add column mark text;

-- Since when there is something to look at: then its review begins, at most 30 minutes after the hand-in. Everything
-- handed in before could be opened at once.
alter table deliverables add column viewable_at timestamptz;
update deliverables set viewable_at = created_at;

-- The deliveries that are not paid for have copies without a mark, or none: they are prepared again.
update files set prepared_at = null
  where bucket = 'deliverable-files' and not exists (
    select from deliverables join payments on payments.application_id = deliverables.application_id
    where deliverables.file_id = files.id and payments.purpose = 'deal' and payments.status = 'released');

-- Who opened the original of a delivery, once a day (UTC).
create table file_openings (
  file_id uuid not null references files (id) on delete cascade,
  reader_id uuid not null references profiles (id),
  opened_on date not null,
  opened_at timestamptz not null,
  primary key (file_id, reader_id, opened_on)
);
create index file_openings_of_reader on file_openings (reader_id);
