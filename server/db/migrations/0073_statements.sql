-- Statements of payouts and summaries of years: documents about a month, a year or a payout to the bank, where the others
-- are about one movement (decision 0091).
-- contracts: totals become bigints, which the release before reads and writes as the same numbers.

alter table documents
  alter column movement_id drop not null,
  alter column payment_id drop not null,
  alter column project_id drop not null,
  alter column project_title drop not null,
  -- The first and the last day of a period, UTC.
  add column period_start date,
  add column period_end date,
  add column payout_id bigint references payouts (id),
  drop constraint documents_kind_check,
  drop constraint documents_total_check,
  drop constraint documents_reason_check,
  drop constraint documents_once_per_movement,
  -- A month's sum may exceed what one payment can be.
  alter column total type bigint,
  add constraint documents_kind_check check (kind in
    ('receipt', 'proof_of_purchase', 'fee_invoice', 'credit_note', 'payout_statement', 'year_summary')),
  -- What was sent in a month, or bought in a year, is none or less where more came back.
  add constraint documents_total_check check (period_start is not null or total > 0),
  add constraint documents_reason_check check (reason in
    ('returned', 'agreed', 'decided', 'charged_back', 'came_back', 'bank_returned')),
  add constraint documents_about_one_thing check (
    num_nonnulls(movement_id, payout_id, period_start) = 1
    and num_nonnulls(movement_id, payment_id, project_id, project_title) in (0, 4)
    and (period_start is null) = (period_end is null)
    and case kind when 'payout_statement' then movement_id is null
      when 'year_summary' then period_start is not null
      when 'credit_note' then period_start is null
      else movement_id is not null end);
create unique index documents_once_per_movement on documents (movement_id, kind, corrects) nulls not distinct
  where movement_id is not null;
create unique index documents_once_per_period on documents (party_id, kind, period_start) where period_start is not null;
create unique index documents_once_per_payout on documents (payout_id, kind) where payout_id is not null;
create index documents_of_period on documents (period_start) where period_start is not null;

create or replace function number_document() returns trigger language plpgsql as $$
begin
  new.series := case new.kind when 'receipt' then 'R' when 'proof_of_purchase' then 'P' when 'fee_invoice' then 'F'
    when 'payout_statement' then 'S' when 'year_summary' then 'Y' else 'C' end;
  new.year := extract(year from new.issued_on);
  insert into document_series as counted (series, year, last, last_day)
    values (new.series, new.year, 1, new.issued_on)
    on conflict (series, year) do update
      set last = counted.last + 1, last_day = greatest(counted.last_day, excluded.last_day)
    returning last, last_day into new.number, new.issued_on;
  return new;
end $$;

-- Periods whose documents are all made.
create table document_periods (
  span text not null check (span in ('month', 'year')),
  starts_on date not null,
  closed_at timestamptz not null,
  primary key (span, starts_on)
);

-- Movements of a period, and the newest ones.
create index ledger_movements_by_time on ledger_movements (created_at);

-- Whether the documents of a payout say how it is; the job that makes them sets it.
alter table payouts add column documented boolean not null default false;
create index payouts_undocumented on payouts (id) where status <> 'on_its_way' and not documented;

-- Up to which movement the hourly look for missing documents came.
alter table reconciled_through
  drop constraint reconciled_through_what_check,
  add constraint reconciled_through_what_check check (what in ('changes', 'balance', 'documents'));
