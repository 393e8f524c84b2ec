-- A delivery holds up to 20 files, each for an item of the agreed brief. The first stays `deliverables.file_id` as well.

create table deliverable_files (
  deliverable_id uuid not null references deliverables (id),
  -- 1…20 in the order in which they were handed in; 1 is the delivery's `file_id`.
  position smallint not null check (position between 1 and 20),
  -- One upload is handed in once, wherever it stands.
  file_id uuid not null constraint deliverable_files_handed_in_once unique references files (id),
  -- Of the version of the brief it was handed in by; null leaves the file to its kind.
  item_id text check (char_length(item_id) between 1 and 36),
  primary key (deliverable_id, position)
);

insert into deliverable_files (deliverable_id, position, file_id) select id, 1, file_id from deliverables;

-- The release before inserts deliveries alone, and who may open a file is asked of this table: a first file is always in it.
create function add_first_files() returns trigger language plpgsql as $$
begin
  insert into deliverable_files (deliverable_id, position, file_id) select id, 1, file_id from delivered;
  return null;
end $$;
create trigger deliverables_first_file after insert on deliverables
  referencing new table as delivered for each statement execute function add_first_files();

-- The file of its version that a note is about.
alter table review_notes
  add column file_position smallint not null default 1,
  add constraint review_notes_file foreign key (deliverable_id, file_position)
    references deliverable_files (deliverable_id, position);
