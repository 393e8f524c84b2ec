-- The board of a project that hires several: each column of its applications is read by an index of its own, so that a page
-- of it costs the same among fifty applications and among ten thousand.
create index applications_applied on applications (project_id, created_at desc, id desc)
  where status = 'pending' and reject_at is null and shortlisted_at is null;
create index applications_shortlisted on applications (project_id, created_at desc, id desc)
  where status = 'pending' and reject_at is null and shortlisted_at is not null;

-- Where the application was sent: it never changes, as an offer is answered before its application goes along with a deal.
alter table offers add column listing_id uuid references projects (id);
update offers set listing_id = (select coalesce(applications.listing_id, project_id) from applications where applications.id = application_id);
create index offers_on_board on offers (listing_id, created_at desc, id desc) where status = 'open';

-- Fills it in: no statement names it.
create function place_offer() returns trigger language plpgsql as $$
begin
  select coalesce(listing_id, project_id) into new.listing_id from applications where id = new.application_id;
  return new;
end $$;
create trigger place_offer before insert on offers for each row execute function place_offer();
