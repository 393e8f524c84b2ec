import { sql } from '#server/db/sql.ts'
import type { ExportTable } from './export-table.ts'

/** Payments, disputes, cards and payouts. The provider’s ids do not belong to them. */
export const MONEY_TABLES: readonly ExportTable[] = [
  {
    name: 'payments-not-held',
    of: (
      id,
    ) => sql`select payment_id, reason, turned_away_charges.amount / 100.0 as amount_usd, arrived_at,
        returned_at, came_back_at
      from turned_away_charges join payments on payments.id = payment_id
      where ${id} in (seller_id, creator_id) order by arrived_at`,
  },
  {
    name: 'payments',
    of: (
      id,
    ) => sql`select id, project_id, case when seller_id = ${id} then 'paid' else 'received' end as side,
        amount / 100.0 as amount_usd, currency, purpose, amendment_id, fee_bps / 100.0 as fee_percent,
        minimum_fee / 100.0 as minimum_fee_usd, agreed_refund / 100.0 as agreed_return_usd, returned_part / 100.0 as part_returned_usd, status, payment_method, funded_at, released_at, refunded_at, created_at
      from payments where ${id} in (seller_id, creator_id) order by created_at`,
  },
  {
    // Exported as printed. Anyone else named in a document is a side of its deal.
    name: 'documents',
    of: (
      id,
    ) => sql`select documents.id, documents.kind, documents.series || '-' || documents.year || '-' || lpad(documents.number::text, 6, '0') as number,
        documents.issued_on::text, documents.payment_id, documents.project_id, documents.project_title,
        documents.period_start::text, documents.period_end::text, documents.currency,
        documents.total / 100.0 as total_usd, documents.reason, documents.corrects as corrects_id, documents.content,
        encode(document_files.pdf, 'base64') as pdf_base64
      from documents left join document_files on document_files.document_id = documents.id where ${id} in (party_id, other_id) order by documents.created_at, documents.number`,
  },
  {
    name: 'document-details',
    of: (id) =>
      sql`select legal_name, address, country, business, tax_id, updated_at from tax_profiles where user_id = ${id}`,
  },
  {
    name: 'disputes',
    of: (
      id,
    ) => sql`select deal_disputes.id, deal_disputes.project_id, payment_id, reason, deal_disputes.status,
        opened_by = ${id} as opened_by_me, opened_at, answer_by, answered_at, ended_at, outcome,
        returned_cents / 100.0 as returned_usd, decision_reason
      from deal_disputes join payments on payments.id = payment_id
      where ${id} in (seller_id, creator_id) order by opened_at`,
  },
  {
    name: 'dispute-statements',
    of: (
      id,
    ) => sql`select statements.dispute_id, author_id = ${id} as said_by_me, content, statements.created_at
      from deal_dispute_statements statements join deal_disputes on deal_disputes.id = statements.dispute_id
        join payments on payments.id = payment_id
      where ${id} in (seller_id, creator_id) order by statements.number`,
  },
  {
    name: 'cards',
    of: (
      id,
    ) => sql`select card_brand, card_last4, card_exp_month, card_exp_year, is_default, methods.created_at
      from customer_payment_methods methods
        join profiles on profiles.stripe_customer_id = methods.stripe_customer_id
      where profiles.id = ${id} order by methods.created_at`,
  },
  {
    name: 'payout-account',
    of: (id) => sql`select onboarding_complete, country, created_at
      from stripe_accounts where user_id = ${id} order by created_at`,
  },
  {
    name: 'payouts',
    of: (
      id,
    ) => sql`select payouts.amount / 100.0 as amount_usd, payouts.status, arrival_date, sent_at
      from payouts join stripe_accounts using (stripe_account_id)
      where user_id = ${id} order by sent_at`,
  },
]
