-- Disputes between the two sides of a deal about money that is held. A bank's dispute of a charge is another thing: its
-- columns are in payments (dispute_id, dispute_outcome, disputed).
create table deal_disputes (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references payments (id),
  project_id uuid not null references projects (id),
  -- Null is the system, because the review of this deliverable was overdue.
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
  -- Returned to the card, in cents. The creator gets their share of the rest.
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
-- The clock opens at most one about a delivery.
create unique index deal_disputes_once_per_delivery on deal_disputes (deliverable_id);
create index deal_disputes_of_project on deal_disputes (project_id, opened_at desc);
create index deal_disputes_of_payment on deal_disputes (payment_id);
create index deal_disputes_newest on deal_disputes (opened_at desc, id desc);
create index deal_disputes_of_status on deal_disputes (status, opened_at desc, id desc);
create index deal_disputes_waiting on deal_disputes (answer_by) where status = 'awaiting_answer';

-- What the two sides say, in their own words. Never changed.
create table deal_dispute_statements (
  id uuid primary key default gen_random_uuid(),
  -- The order in which they were made, whatever the clocks of two processes say: an answer never stands above what it
  -- answers.
  number bigint generated always as identity,
  dispute_id uuid not null references deal_disputes (id),
  author_id uuid not null references profiles (id),
  content text not null check (char_length(content) between 1 and 4000),
  created_at timestamptz not null
);
create index deal_dispute_statements_of_dispute on deal_dispute_statements (dispute_id, number);

-- Pictures and PDFs that one side shows: each belongs to one statement, or waits for it.
alter table files
  add column statement_id uuid references deal_dispute_statements (id),
  add constraint files_said_with_are_evidence check (statement_id is null or bucket = 'dispute-evidence');
create index files_of_statement on files (statement_id) where statement_id is not null;

-- Set while a dispute of the two sides is open: frozen money does not move. A dispute and a release both lock the row
-- of the payment, so this holds when they race.
alter table payments
  add column deal_dispute_id uuid references deal_disputes (id),
  add constraint payments_frozen_money_stays check (deal_dispute_id is null or moving is null);
