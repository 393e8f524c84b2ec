-- Only an acceptance that names its project concerns a deal; any other must not fail for it.
drop trigger events_change_rings on events;
create trigger events_change_rings after insert on events for each row
  when (new.project_id is not null and new.entity = 'application' and new.move = 'accept')
  execute function change_rings_of_deal();
