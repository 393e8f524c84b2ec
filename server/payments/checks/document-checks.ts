import { sql } from '#server/db/sql.ts'
import { requiredDocuments } from '#server/documents/record/required-documents.ts'
import { jobWaits, type MoneyCheck } from './money-check.ts'

/** Whether a job still has to issue a payment's documents: until it has run, nothing counts as missing. */
const waits = (payment: string) => jobWaits(`'documents.issue:' || ${payment}`)

const REQUIRED = requiredDocuments(sql`select payment_id from looked`).text

/** Documents and the ledger agree. */
export const DOCUMENT_CHECKS: readonly MoneyCheck[] = [
  {
    name: 'documents_follow_movements',
    of: 'M19',
    promise:
      'Each movement that needs a document has it, for exactly its amount; no document is about anything else.',
    query: `select coalesce(required.payment_id, made.payment_id) as payment_id,
        coalesce(required.movement_id, made.movement_id) as movement_id, coalesce(required.kind, made.kind) as kind,
        required.total as needed, made.total as made
      from (${REQUIRED}) required full join (
        select documents.payment_id, documents.movement_id, documents.kind, corrected.kind as corrects, sum(documents.total) as total
        from documents left join documents corrected on corrected.id = documents.corrects
        where documents.payment_id in (select payment_id from looked) group by 1, 2, 3, 4) made
        on made.movement_id = required.movement_id and made.kind = required.kind
          and coalesce(made.corrects, '') = coalesce(required.corrects, '')
      where required.total is distinct from made.total and not ${waits('coalesce(required.payment_id, made.payment_id)')}`,
  },
  {
    name: 'documents_add_up',
    of: 'M19',
    promise:
      "A payment's receipts, less what was credited and bought, are what is held; its purchases and fee invoices, less credits, what was released and kept.",
    // Computed from balances, not from the rule that says which movement needs which document.
    query: `select payments.id, said.*, booked.* from payments join looked on looked.payment_id = payments.id
      cross join lateral (select
          coalesce(sum(case documents.kind when 'receipt' then documents.total when 'credit_note' then
            case when corrected.kind = 'receipt' and not (movements.reference like '%:withdrawn' and not exists (select from ledger_movements lost
              where lost.kind = 'chargeback' and lost.reference = split_part(movements.reference, ':', 1) || ':lost'))
            then -documents.total end end), 0) as paid,
          coalesce(sum(case when documents.kind = 'proof_of_purchase' then documents.total
            when corrected.kind = 'proof_of_purchase' then -documents.total end), 0) as bought,
          coalesce(sum(case when documents.kind = 'fee_invoice' then documents.total
            when corrected.kind = 'fee_invoice' then -documents.total end), 0) as fees
        from documents left join documents corrected on corrected.id = documents.corrects
          join ledger_movements movements on movements.id = documents.movement_id
        where documents.payment_id = payments.id) said
      cross join lateral (select coalesce(-sum(amount) filter (where account = 'escrow'), 0) as held,
          coalesce(-sum(amount) filter (where account in ('creator_payable', 'platform_fee') and movements.kind = 'release'), 0) as released,
          coalesce(-sum(amount) filter (where account = 'platform_fee'), 0) as kept
        from ledger_entries join ledger_movements movements on movements.id = movement_id
        where ledger_entries.payment_id = payments.id) booked
      where (said.paid - said.bought, said.bought, said.fees) is distinct from (booked.held, booked.released, booked.kept)
        and not ${waits('payments.id')}`,
  },
  {
    name: 'documents_have_no_gaps',
    of: 'M19',
    promise:
      'Each series counts from 1 without gaps, and no number is dated before the one it follows.',
    // Checked number by number, so that the newest numbers can be checked alone.
    query: `select documents.series, documents.year, documents.number from documents
        left join documents before on (before.series, before.year, before.number) = (documents.series, documents.year, documents.number - 1)
      where documents.created_at >= (select since from read)
        and (documents.number <> 1 and before.id is null or documents.number < 1 or before.issued_on > documents.issued_on)
      union all select counted.series, counted.year, counted.last from document_series counted
      where counted.last is distinct from (select max(number) from documents
        where (documents.series, documents.year) = (counted.series, counted.year))
      union all select distinct documents.series, documents.year, 0 from documents
      where documents.created_at >= (select since from read)
        and not exists (select from document_series counted where (counted.series, counted.year) = (documents.series, documents.year))`,
  },
  {
    name: 'credit_notes_correct_their_own',
    of: 'M19',
    promise:
      'A credit note takes back a document of the same payment and reader, and no more than it says, unless a bank took more.',
    query: `select corrected.id from documents corrected join documents note on note.corrects = corrected.id
      where corrected.created_at >= (select since from read) or note.created_at >= (select since from read)
      group by corrected.id
      having bool_or(note.payment_id is distinct from corrected.payment_id or note.payout_id is distinct from corrected.payout_id
          or note.party_id <> corrected.party_id
          or note.number is null or corrected.kind = 'credit_note')
        or (sum(note.total) > corrected.total and not bool_or(note.reason = 'charged_back'))`,
  },
]
