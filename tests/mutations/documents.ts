import type { Mutation } from './mutation.ts'

const DOCUMENTS_TEST = 'server/documents/documents.test.ts'
const NUMBERS_TEST = 'server/documents/document-numbers.test.ts'
const WHY = 'docs/decisions/0085-documents-from-the-ledger.md'
const RULE = 'server/documents/record/required-documents.ts'

/** Which movement needs which documents, and that document numbers have no gaps. */
export const DOCUMENTS: readonly Mutation[] = [
  {
    rule: 'a bank that takes released money causes no credit note before it is lost',
    source: WHY,
    file: RULE,
    find: "payments.dispute_outcome = 'lost'",
    replace: 'payments.dispute_outcome is not null',
    tests: [DOCUMENTS_TEST],
  },
  {
    rule: 'a release that came back credits the fee, too',
    source: WHY,
    file: RULE,
    find: "case when moved.kind = 'release' then fee end",
    replace: 'case when false then fee end',
    tests: [DOCUMENTS_TEST],
  },
  {
    rule: 'a credit note of money that goes to a card says how long that takes',
    source: WHY,
    file: 'contract/document-words.ts',
    find: 'TO_CARD.includes(reason)',
    replace: 'TO_CARD.length === 0',
    tests: [DOCUMENTS_TEST],
  },
  {
    rule: 'a change that waits for its payment is still to fund',
    source: 'docs/decisions/0073-extra-payments.md',
    file: 'server/statements/forecast-store.ts',
    find: 'sum(coalesce(amendments.extra, ',
    replace: 'sum(coalesce(null, ',
    tests: ['server/statements/statements.test.ts'],
  },
  {
    rule: 'a page of a statement reads the entries of the lines it shows',
    source: 'docs/performance.md',
    file: 'server/statements/statement-store.ts',
    find: 'order by created_at, id) movements',
    replace: 'order by id) movements',
    tests: ['tests/plans/statement-page-plans.test.ts'],
  },
  {
    rule: 'the creator does not read the receipt of the brand',
    source: WHY,
    file: 'server/documents/document-issue.ts',
    find: "other_id: about === 'proof_of_purchase' ? facts.creator_id : null",
    replace: "other_id: about === 'fee_invoice' ? null : facts.creator_id",
    tests: [DOCUMENTS_TEST],
  },
  {
    rule: 'a document is read by whom it is addressed to or names, and no one else',
    source: WHY,
    file: 'server/documents/document-routes.ts',
    find: 'assertMay(mayRead(viewer, found))',
    replace: 'assertMay(found !== null || mayRead(viewer, found))',
    tests: [DOCUMENTS_TEST],
  },
  {
    rule: 'one at a time makes the documents of a payment',
    source: WHY,
    file: 'server/documents/document-issue.ts',
    find: '    await lockDocumentsOf(tx, paymentId)\n',
    replace: '',
    tests: [NUMBERS_TEST],
  },
  {
    rule: 'a number is not given without its document',
    source: WHY,
    file: 'server/db/migrations/0063_documents.sql',
    find: 'if not exists (select from documents where (series, year, number)',
    replace: 'if false and not exists (select from documents where (series, year, number)',
    tests: [DOCUMENTS_TEST],
  },
  {
    rule: 'a month is closed six hours after it ended, not at once',
    source: 'docs/decisions/0091-statements-of-closed-periods.md',
    file: 'server/documents/record/periods.ts',
    find: 'endOf(period).getTime() + CLOSES_AFTER_MS[kind] <= now.getTime()',
    replace: 'endOf(period).getTime() <= now.getTime()',
    tests: ['server/documents/period-documents.test.ts'],
  },
  {
    rule: 'a payout that never reached the bank has no documents',
    source: 'docs/decisions/0091-statements-of-closed-periods.md',
    file: 'server/documents/payout-documents.ts',
    find: "payout.status === 'on_its_way' || payout.documented",
    replace: 'payout.documented',
    tests: [DOCUMENTS_TEST],
  },
  {
    rule: 'the hourly look reads what moved since the last one',
    source: 'docs/decisions/0091-statements-of-closed-periods.md',
    file: 'server/documents/record/catch-up-store.ts',
    find: 'where created_at > ${since}::timestamptz',
    replace: "where ${since}::timestamptz is not null and created_at > timestamptz '-infinity'",
    tests: ['tests/plans/document-plans.test.ts'],
  },
  {
    rule: 'the other side reads no address of a private person',
    source: 'docs/decisions/0093-tax-is-configured.md',
    file: 'server/tax/document-party.ts',
    find: 'isShared && !business ? []',
    replace: 'isShared && business ? []',
    tests: ['server/tax/tax.test.ts'],
  },
  {
    rule: 'credit notes take back the tax of their invoice at its own rate',
    source: 'docs/decisions/0093-tax-is-configured.md',
    file: 'server/documents/document-tax.ts',
    find: 'includedTax(before + cents, tax.bps)',
    replace: 'includedTax(before + cents, 0)',
    tests: ['server/tax/tax.test.ts'],
  },
]
