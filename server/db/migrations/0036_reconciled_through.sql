-- How far the provider's changes have been read by a reconciliation that ended well.
create table reconciled_through (
  what text primary key check (what in ('changes', 'balance')),
  at timestamptz not null
);
-- What a reconciliation looks at beside those changes, and beside what payments_of_status and payments_flagged find.
create index payments_by_last_move on payments (greatest(created_at, funded_at, released_at, refunded_at));
create index money_ops_under_way on money_ops (payment_id) where state = 'intended';
