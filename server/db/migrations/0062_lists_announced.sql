-- First pages of lists are kept in each process (decision 0084). Whatever changes what such a page shows is announced, so
-- that no statement can forget to. Once a statement, and not on what changes with every message or sign-in: NOTIFY makes
-- commits wait for each other.
create function announce_lists() returns trigger language plpgsql as $$
begin
  perform pg_notify('realtime', json_build_array(
    json_build_object('kind', 'lists', 'lists', to_jsonb(tg_argv)))::text);
  return null;
end $$;

create trigger projects_announced after insert or update or delete on projects
  for each statement execute function announce_lists('projects');
create trigger profiles_announced after insert or update or delete on profiles
  for each statement execute function announce_lists('projects', 'creators');
create trigger records_announced after update of figures, badges on track_records
  for each statement execute function announce_lists('creators');
create trigger blocks_announced after insert or delete on blocks
  for each statement execute function announce_lists('projects', 'creators');
