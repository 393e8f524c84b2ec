import { creditNotes } from '#contract/document-words.ts'
import { CURRENCY } from '#contract/money.ts'
import {
  movementWords,
  PAYOUT_COLUMNS,
  STATEMENT_NOTES,
  SUM_WORDS,
  TOTAL_WORDS,
} from '#contract/statement-words.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { type DocumentContent, insertDocument } from '#server/documents/record/document-store.ts'
import {
  type CarriedTransfer,
  carriedBy,
  documentOfPayout,
  lockPayout,
  markDocumented,
} from '#server/documents/record/payout-store.ts'
import { lockPartyDocuments, ownParty } from '#server/documents/record/period-store.ts'
import { type Issuer, issuerOf } from './document-issue.ts'
import { orderMails } from './document-mails.ts'

/**
 * The job: creates the statement of a payout that reached a bank, and the credit note of one that the bank then sent
 * back. A payout that never arrived has neither. Idempotent.
 */
export function issuePayoutDocument(
  deps: Pick<Issuer, 'pool' | 'clock' | 'config'>,
  payoutId: number,
): Promise<void> {
  return inTransaction(deps.pool, async (tx) => {
    const payout = await lockPayout(tx, payoutId)
    if (payout === null || payout.status === 'on_its_way' || payout.documented) return
    await lockPartyDocuments(tx, payout.user_id)
    const made = await documentOfPayout(tx, payoutId)
    const isBack = payout.status === 'failed'
    if (isBack ? made?.credited === false : made === null) {
      const recipient = await ownParty(tx, payout.user_id)
      const document = {
        about: { payout_id: payoutId },
        party_id: payout.user_id,
        currency: CURRENCY,
        total: payout.amount,
        now: deps.clock(),
      }
      const parties = {
        issuer: issuerOf(deps.config),
        recipient,
        supplier: null,
        payment_method: null,
      }
      const { id } = isBack
        ? await insertDocument(tx, {
            ...document,
            kind: 'credit_note',
            corrects: made?.id ?? null,
            reason: 'bank_returned',
            content: {
              ...parties,
              lines: [{ text: TOTAL_WORDS.payout, cents: payout.amount }],
              notes: creditNotes('bank_returned'),
            },
          })
        : await insertDocument(tx, {
            ...document,
            kind: 'payout_statement',
            content: { ...parties, ...saidOf(payout.amount, await carriedBy(tx, payoutId)) },
          })
      await orderMails(tx, id, [payout.user_id])
    }
    await markDocumented(tx, payoutId)
  })
}

/** What a payout carried. The lines add up to its amount, even if the balance held something else. */
function saidOf(
  amount: number,
  carried: readonly CarriedTransfer[],
): Pick<DocumentContent, 'lines' | 'table' | 'total_label' | 'notes'> {
  const sum = (cents: (one: CarriedTransfer) => number) =>
    carried.reduce((all, one) => all + cents(one), 0)
  const [prices, fees, shares] = [
    sum(({ price }) => price),
    -sum(({ fee }) => fee) + 0,
    sum(({ share }) => share),
  ] as const
  const lines = [
    { text: SUM_WORDS.prices, cents: prices },
    { text: SUM_WORDS.fees, cents: fees },
    { text: SUM_WORDS.otherBalance, cents: amount - prices - fees },
  ].filter(({ cents }) => cents !== 0)
  return {
    lines,
    total_label: TOTAL_WORDS.payout,
    table: {
      columns: PAYOUT_COLUMNS,
      rows: carried.map(({ day, title, price, fee, share }) => ({
        day,
        text: movementWords.released(title),
        cents: [price, -fee + 0, share],
      })),
      totals: [prices, fees, shares],
    },
    notes: [STATEMENT_NOTES.payout],
  }
}
