-- One version waits for review at a time: a newer one takes the place of what still waits (decision 0050).

-- When a newer version took this one's place, unanswered. It is then rejected without a note, and asks for nothing.
alter table deliverables add column superseded_at timestamptz
  constraint deliverables_superseded_unanswered
    check (superseded_at is null or (status = 'rejected' and reviewer_notes is null));
alter table deliverables drop constraint deliverables_revision_has_a_note;
alter table deliverables add constraint deliverables_revision_has_a_note
  check (status <> 'rejected' or reviewer_notes is not null or superseded_at is not null);

-- What waits beside a newer version was replaced when that one came.
with replaced as (
  update deliverables set status = 'rejected', superseded_at = newer.created_at, reviewed_at = newer.created_at
  from deliverables newer
  where deliverables.status = 'pending' and newer.project_id = deliverables.project_id
    and newer.version = deliverables.version + 1
  returning deliverables.id, deliverables.project_id, deliverables.creator_id, deliverables.superseded_at
)
insert into events (entity, entity_id, project_id, actor_id, move, from_status, to_status, at)
  select 'deliverable', id, project_id, creator_id, 'supersede', 'pending', 'rejected', superseded_at
  from replaced order by superseded_at;
