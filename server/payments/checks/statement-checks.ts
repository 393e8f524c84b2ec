import { jobWaits, type MoneyCheck } from './money-check.ts'

/** Statements and summaries of closed periods agree with the ledger. */
export const STATEMENT_CHECKS: readonly MoneyCheck[] = [
  {
    name: 'statements_follow_movements',
    of: 'M19',
    promise:
      'Of every closed month, each creator whose money moved has a statement of exactly that, and no one else has one.',
    query: `select coalesce(booked.party_id, made.party_id) as party_id, coalesce(booked.starts_on, made.period_start) as starts_on,
        booked.price, booked.sent, made.total
      from (select payments.creator_id as party_id, closed.starts_on,
          coalesce(sum(ledger_entries.amount) filter (where movements.kind = 'release' and account = 'escrow'), 0) as price,
          coalesce(sum(ledger_entries.amount) filter (where account = 'platform_fee'), 0) as fee,
          coalesce(sum(ledger_entries.amount) filter (where account = 'creator_payable' and movements.kind <> 'release'), 0) as sent
        from document_periods closed
          join ledger_movements movements on movements.created_at >= closed.starts_on::timestamp at time zone 'UTC'
            and movements.created_at < (closed.starts_on + interval '1 month') at time zone 'UTC'
          join ledger_entries on ledger_entries.movement_id = movements.id join payments on payments.id = movements.payment_id
        where closed.span = 'month' and closed.closed_at >= (select since from read)
        group by 1, 2 having bool_or(account in ('creator_payable', 'platform_fee'))) booked
      full join (select documents.*, content->'table'->'totals' as totals from documents
          join document_periods closed on closed.span = 'month' and closed.starts_on = documents.period_start
        where kind = 'payout_statement' and closed.closed_at >= (select since from read)) made
        on made.party_id = booked.party_id and made.period_start = booked.starts_on
      where (booked.price, booked.fee, booked.sent, booked.sent)
        is distinct from ((totals->>0)::bigint, (totals->>1)::bigint, (totals->>2)::bigint, made.total)`,
  },
  {
    name: 'statements_continue',
    of: 'M19',
    promise:
      'A statement begins with what the one before ended with, and its lines and rows add up to what it says.',
    query: `select made.id from (select documents.*, content->'table'->'totals' as totals,
          lag(content->'table'->'totals'->>3) over (partition by party_id order by period_start) as before
        from documents where kind = 'payout_statement' and period_start is not null
          and party_id in (select party_id from documents where period_start is not null and created_at >= (select since from read))) made
      where (totals->>3)::bigint <> coalesce(before::bigint, 0) + (totals->>0)::bigint + (totals->>1)::bigint - (totals->>2)::bigint`,
  },
  {
    name: 'summaries_follow_movements',
    of: 'M19',
    promise:
      'Of every closed year, everyone whose money moved has a summary of what they bought, or earned after fees.',
    query: `select coalesce(booked.party_id, made.party_id) as party_id, coalesce(booked.starts_on, made.period_start) as starts_on,
        booked.total, made.total as made
      from (select party_id, starts_on, sum(total) as total from (
          select payments.creator_id as party_id, closed.starts_on,
            coalesce(sum(-ledger_entries.amount) filter (where movements.kind = 'release' and account = 'creator_payable'), 0) as total
          from document_periods closed
            join ledger_movements movements on movements.created_at >= closed.starts_on::timestamp at time zone 'UTC'
              and movements.created_at < (closed.starts_on + interval '1 year') at time zone 'UTC'
            join ledger_entries on ledger_entries.movement_id = movements.id join payments on payments.id = movements.payment_id
          where closed.span = 'year' and closed.closed_at >= (select since from read)
          group by 1, 2 having bool_or(account in ('creator_payable', 'platform_fee'))
          union all
          select payments.seller_id, closed.starts_on,
            coalesce(sum(ledger_entries.amount) filter (where movements.kind = 'release' and account = 'escrow'), 0)
          from document_periods closed
            join ledger_movements movements on movements.created_at >= closed.starts_on::timestamp at time zone 'UTC'
              and movements.created_at < (closed.starts_on + interval '1 year') at time zone 'UTC'
            join ledger_entries on ledger_entries.movement_id = movements.id join payments on payments.id = movements.payment_id
          where closed.span = 'year' and closed.closed_at >= (select since from read)
          group by 1, 2 having bool_or(account = 'escrow')) sides group by 1, 2) booked
      full join (select documents.* from documents
          join document_periods closed on closed.span = 'year' and closed.starts_on = documents.period_start
        where kind = 'year_summary' and closed.closed_at >= (select since from read)) made
        on made.party_id = booked.party_id and made.period_start = booked.starts_on
      where booked.total is distinct from made.total`,
  },
  {
    name: 'payouts_are_documented',
    of: 'M19',
    promise:
      'A payout that reached a bank has a statement of its amount, and a credit note once the bank sent it back.',
    query: `select payouts.id, payouts.status, made.total as made, note.total as credited from payouts
        left join documents made on made.payout_id = payouts.id and made.kind = 'payout_statement'
        left join documents note on note.payout_id = payouts.id and note.kind = 'credit_note'
      where (payouts.sent_at >= (select since from read) or made.created_at >= (select since from read) or not payouts.documented)
        and (made.total <> payouts.amount or note.total <> payouts.amount or note.total is not null and made.total is null
          or payouts.status = 'paid' and (made.total is null or note.total is not null)
          or payouts.status = 'failed' and made.total is not null and note.total is null)
        and not ${jobWaits(`'documents.payout:' || payouts.id`)}`,
  },
  {
    name: 'documents_add_up_line_by_line',
    of: 'M19',
    promise:
      'The lines of every document add up to its total, and so do the rows of a table to its sums.',
    query: `select documents.id, total from documents
      where created_at >= (select since from read) and (
        (content->'tax'->>'net')::bigint + (content->'tax'->>'amount')::bigint <> total
        or total <> (select sum((line->>'cents')::bigint) from jsonb_array_elements(content->'lines') line)
        or exists (select from jsonb_array_elements_text(content->'table'->'totals') with ordinality as counted (cents, at)
          -- What comes after three sums is a balance, or is not in the total.
          where counted.at <= 3 and counted.cents::bigint <> (select coalesce(sum((line->'cents'->>(counted.at::int - 1))::bigint), 0)
              from jsonb_array_elements(content->'table'->'rows') line)))`,
  },
]
