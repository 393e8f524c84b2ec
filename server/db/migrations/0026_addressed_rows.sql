-- What was there before. The rows first, which others may read and add to meanwhile; what locks the tables last.
-- contracts: nothing. Whoever inserts without the columns has them filled in by the triggers of 0026_addressed.
update messages set recipient_id =
    case when messages.sender_id = conversations.seller_id then conversations.creator_id else conversations.seller_id end
  from conversations where conversations.id = messages.conversation_id and messages.recipient_id is null;
update deliverables set reviewer_id = projects.seller_id
  from projects where projects.id = deliverables.project_id and deliverables.reviewer_id is null;
-- References are checked now: a table with checks to come cannot be altered.
set constraints all immediate;

create index messages_unread_by on messages (recipient_id, conversation_id) where read_at is null;
drop index messages_unread;
create index deliverables_to_review on deliverables (reviewer_id, created_at desc, id desc) where status = 'pending';
drop index deliverables_waiting;
-- What a dashboard counts is counted in an index.
create index projects_offered on projects (seller_id, status) where status in ('draft', 'active');
create index deliverables_with_status on deliverables (creator_id, created_at desc) include (status);
drop index deliverables_of_creator;
alter index deliverables_with_status rename to deliverables_of_creator;
alter table messages alter column recipient_id set not null;
alter table deliverables alter column reviewer_id set not null;
