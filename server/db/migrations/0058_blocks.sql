-- Who does not want to encounter whom. It works both ways, whoever of the two it was.
create table blocks (
  id uuid primary key default gen_random_uuid(),
  blocker_id uuid not null references profiles (id),
  blocked_id uuid not null references profiles (id),
  created_at timestamptz not null,
  constraint blocks_once unique (blocker_id, blocked_id),
  constraint blocks_are_of_two check (blocker_id <> blocked_id)
);
-- Asked from both sides by every list of people; the unique index serves the blocker's.
create index blocks_of_blocked on blocks (blocked_id, blocker_id);
create index blocks_listed on blocks (blocker_id, created_at desc, id desc);

-- The other side of what a notice is about: hidden while the two are blocked. Null in notices from before, and where there is none.
alter table notifications add column other_id uuid references profiles (id);

alter table events
  drop constraint events_entity_check,
  add constraint events_entity_check check (entity in
    ('project', 'application', 'offer', 'amendment', 'package_order', 'deliverable', 'review_note', 'review_reply', 'payment',
      'licence', 'invitation', 'payout_account', 'deal_dispute', 'deal_review', 'report', 'sanction', 'operator_act', 'block'));
