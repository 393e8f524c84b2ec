-- Disputes between the two sides of a deal about money that is held. A bank's disputes of a charge are columns of
-- payments (dispute_id, dispute_outcome, disputed); these are rows of their own, and say deal_dispute.
create table deal_disputes (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payments (id),
  project_id uuid not null references projects (id),
  -- Null is the system: a review that was overdue, of this deliverable (DECISIONS 16).
  opened_by uuid references profiles (id),
  deliverable_id uuid references deliverables (id),
  -- Who is to answer, until when, and when they are reminded.
  respondent_id uuid not null references profiles (id),
  answer_by timestamptz not null,
  remind_at timestamptz not null,
  reason text not null check (reason in ('not_delivered', 'not_as_agreed', 'late', 'payment_withheld', 'brief_changed',
    'no_answer', 'rights', 'other', 'review_overdue')),
  status text not null default 'awaiting_answer'
    check (status in ('awaiting_answer', 'awaiting_decision', 'withdrawn', 'decided', 'closed')),
  opened_at timestamptz not null,
  answered_at timestamptz,
  ended_at timestamptz,
  outcome text check (outcome in ('release', 'refund', 'split')),
  -- Back to the card, in cents; of the rest the creator gets their share.
  returned_cents integer check (returned_cents >= 0),
  decision_reason text,
  decided_by uuid references profiles (id),
  constraint deal_disputes_decided_in_full check ((status = 'decided') =
    (outcome is not null and returned_cents is not null and decision_reason is not null and decided_by is not null)),
  constraint deal_disputes_end_once check ((ended_at is null) = (status in ('awaiting_answer', 'awaiting_decision'))),
  constraint deal_disputes_system_names_delivery check ((opened_by is null) = (deliverable_id is not null))
);
-- One at a time, under any number of clicks.
create unique index deal_disputes_one_open on deal_disputes (payment_id)
  where status in ('awaiting_answer', 'awaiting_decision');
-- The clock opens one of a delivery once.
create unique index deal_disputes_once_per_delivery on deal_disputes (deliverable_id);
create index deal_disputes_of_project on deal_disputes (project_id, opened_at desc);
create index deal_disputes_of_payment on deal_disputes (payment_id);
create index deal_disputes_newest on deal_disputes (opened_at desc, id desc);
create index deal_disputes_waiting on deal_disputes (answer_by) where status = 'awaiting_answer';

-- What the two say, in their own words; never changed.
create table deal_dispute_statements (
  id uuid primary key default gen_random_uuid(),
  dispute_id uuid not null references deal_disputes (id),
  author_id uuid not null references profiles (id),
  content text not null check (char_length(content) between 1 and 4000),
  created_at timestamptz not null
);
create index deal_dispute_statements_of_dispute on deal_dispute_statements (dispute_id, created_at);

-- Set while a dispute of the two sides is open: frozen money is never on its way. The row of the payment is what
-- both a dispute and a release lock, so this holds under two clicks at once.
alter table payments add column deal_dispute_id uuid references deal_disputes (id),
  add constraint payments_frozen_money_stays check (deal_dispute_id is null or moving is null);

-- How long disputes have stood still in the review window of a delivery.
alter table deliverables add column review_shifted interval not null default '0';

alter table events drop constraint events_entity_check;
alter table events add constraint events_entity_check check (entity in
  ('project', 'application', 'deliverable', 'payment', 'invitation', 'payout_account', 'deal_dispute'));
