-- A message says whom it is for, a delivery whose answer it waits for: what waits for somebody is found by who they are,
-- and costs what waits, not what they have or what waits for others. Neither ever changes.
alter table messages add column recipient_id uuid;
alter table deliverables add column reviewer_id uuid references profiles (id);

-- Whoever inserts without knowing whom: a process of the release before, while it is being replaced.
create function address_message() returns trigger language plpgsql as $$
begin
  select case when new.sender_id = seller_id then creator_id else seller_id end into new.recipient_id
    from conversations where id = new.conversation_id;
  return new;
end $$;
create trigger messages_addressed before insert on messages
  for each row when (new.recipient_id is null) execute function address_message();
create function address_delivery() returns trigger language plpgsql as $$
begin
  select seller_id into new.reviewer_id from projects where id = new.project_id;
  return new;
end $$;
create trigger deliverables_addressed before insert on deliverables
  for each row when (new.reviewer_id is null) execute function address_delivery();
