-- What a project said before two sides agreed on something else: others go on reading that.
alter table projects
  -- Null until something else was agreed on.
  add column posted_deadline date,
  -- Null then, or where nothing was briefed.
  add column posted_brief_version integer;

-- Deals that agreed on something before. An offer with pieces of its own made the version after the posted one.
with changed as (
  select accepted.project_id,
    (select against_deliver_by from offers where offers.application_id = accepted.id
      and exists (select from offers agreed where agreed.application_id = accepted.id and agreed.status = 'accepted')
      order by number limit 1) as offered_against,
    amended.against_deliver_by as amended_against,
    case when amended.number is null then accepted.brief_version else amended.against_brief_version end as hired_on,
    (select offers.items is not null from offers where offers.application_id = accepted.id
      and offers.status = 'accepted' order by number desc limit 1) as pieces_agreed
  from applications accepted
  left join lateral (select number, against_deliver_by, against_brief_version from amendments
    where amendments.application_id = accepted.id and amendments.status = 'accepted' order by number limit 1) amended on true
  where accepted.status = 'accepted'
    and (amended.number is not null
      or exists (select from offers where offers.application_id = accepted.id and offers.status = 'accepted'))
)
update projects
set posted_deadline = coalesce(changed.offered_against, changed.amended_against, projects.deadline),
  posted_brief_version = case when changed.pieces_agreed
    then (select max(version) from project_briefs where project_briefs.project_id = projects.id and version < changed.hired_on)
    else changed.hired_on end
from changed
where projects.id = changed.project_id;
