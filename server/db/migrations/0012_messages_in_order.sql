-- Messages are numbered within their conversation, without gaps: what a page has missed shows in the numbers,
-- and "what came after this one" is exact whatever clocks do.
alter table conversations add column last_seq bigint not null default 0;
alter table messages add column seq bigint;
update messages set seq = numbered.seq
  from (select id, row_number() over (partition by conversation_id order by created_at, id) as seq from messages) numbered
  where numbered.id = messages.id;
update conversations set last_seq = latest.seq
  from (select conversation_id, max(seq) as seq from messages group by conversation_id) latest
  where latest.conversation_id = conversations.id;
alter table messages alter column seq set not null;
-- Keeps the order and serves every page of it.
create unique index messages_in_order on messages (conversation_id, seq);
drop index messages_of_conversation;

-- Sending numbers by itself, under the conversation's lock; whoever inserts without a number gets the next one.
create function number_message() returns trigger language plpgsql as $$
begin
  update conversations set last_seq = last_seq + 1 where id = new.conversation_id returning last_seq into new.seq;
  return new;
end $$;
create trigger messages_numbered before insert on messages
  for each row when (new.seq is null) execute function number_message();

-- News travels between processes by NOTIFY alone now; nothing is left lying about for it.
drop table socket_io_attachments;
