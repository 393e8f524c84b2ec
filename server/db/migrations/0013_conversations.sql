-- Messages between the two sides of a project. One conversation for each project and pair.
create table conversations (
  id uuid primary key default gen_random_uuid(),
  project_id uuid not null references projects (id),
  seller_id uuid not null references profiles (id),
  creator_id uuid not null references profiles (id),
  -- The number of the newest message.
  last_seq bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint conversations_one_per_pair unique (project_id, seller_id, creator_id)
);
create index conversations_of_seller on conversations (seller_id, updated_at desc, id desc);
create index conversations_of_creator on conversations (creator_id, updated_at desc, id desc);

create table messages (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references conversations (id),
  -- Messages are numbered within their conversation, without gaps: a client sees by the numbers what it has missed,
  -- and "after this one" is exact whatever clocks do.
  seq bigint not null,
  sender_id uuid not null references profiles (id),
  -- Here, so that finding what waits for somebody costs no more than what waits. Never changes.
  recipient_id uuid not null,
  content text not null check (char_length(content) between 1 and 4000),
  -- clock_timestamp: two messages of one transaction keep their order.
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz
);
-- Enforces the order and serves every page of it.
create unique index messages_in_order on messages (conversation_id, seq);
create index messages_unread_by on messages (recipient_id, conversation_id) where read_at is null;
create index messages_unread_by_age on messages (created_at) where read_at is null;
-- Every ten seconds the receipts of the last seconds are looked up: the process that stored them may have died before
-- it published them.
create index messages_read_lately on messages (read_at) where read_at is not null;

-- Numbers a message that comes without a number, under the conversation's lock.
create function number_message() returns trigger language plpgsql as $$
begin
  update conversations set last_seq = last_seq + 1 where id = new.conversation_id returning last_seq into new.seq;
  return new;
end $$;
create trigger messages_numbered before insert on messages
  for each row when (new.seq is null) execute function number_message();

-- Fills in the recipient where a statement does not name one.
create function address_message() returns trigger language plpgsql as $$
begin
  select case when new.sender_id = seller_id then creator_id else seller_id end into new.recipient_id
    from conversations where id = new.conversation_id;
  return new;
end $$;
create trigger messages_addressed before insert on messages
  for each row when (new.recipient_id is null) execute function address_message();
