import {
  MONTH_COLUMNS,
  movementWords,
  periodWords,
  STATEMENT_NOTES,
  SUM_WORDS,
  TOTAL_WORDS,
  YEAR_COLUMNS,
} from '#contract/statement-words.ts'
import { CURRENCY } from '#contract/money.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { DocumentContent, TableRow } from '#server/documents/record/document-store.ts'
import { insertDocument } from '#server/documents/record/document-store.ts'
import {
  balanceBefore,
  hasDocument,
  lockPartyDocuments,
  movementsIn,
  ownParty,
  type Side,
  type SideMovement,
} from '#server/documents/record/period-store.ts'
import { periodAt } from '#server/documents/record/periods.ts'
import type { JobPayloads } from '#server/jobs/job-payloads.ts'
import { type Issuer, issuerOf } from './document-issue.ts'
import { orderMails } from './document-mails.ts'

/** What a document about a period says, and its total in cents. */
type Said = Pick<DocumentContent, 'lines' | 'table' | 'total_label' | 'notes'> & { total: number }

/**
 * The job: creates a person's statement of a month or summary of a year, once. Idempotent. A period without movements
 * has no document.
 */
export function issuePeriodDocument(
  deps: Pick<Issuer, 'pool' | 'clock' | 'config'>,
  { user_id: userId, side, period: kind, from }: JobPayloads['documents.period'],
): Promise<void> {
  const period = periodAt(kind, new Date(`${from}T00:00:00Z`))
  const documentKind = kind === 'month' ? 'payout_statement' : 'year_summary'
  return inTransaction(deps.pool, async (tx) => {
    await lockPartyDocuments(tx, userId)
    if (await hasDocument(tx, userId, documentKind, period.from)) return
    const movements = await movementsIn(tx, side, userId, period)
    if (movements.length === 0) return
    const before = await balanceBefore(tx, side, userId, period)
    const { total, ...said } =
      kind === 'month' ? monthOf(movements, before) : yearOf(side, movements, before)
    const recipient = await ownParty(tx, userId)
    const { id } = await insertDocument(tx, {
      kind: documentKind,
      about: { period },
      party_id: userId,
      currency: CURRENCY,
      total,
      content: {
        issuer: issuerOf(deps.config),
        recipient,
        supplier: null,
        payment_method: null,
        ...said,
      },
      now: deps.clock(),
    })
    await orderMails(tx, id, [userId])
  })
}

/** Avoids −0, which would be printed with a minus. */
const sum = (movements: readonly SideMovement[], cents: (one: SideMovement) => number): number =>
  movements.reduce((all, one) => all + cents(one), 0) + 0

const isRelease = ({ kind }: SideMovement): boolean => kind === 'release'
/** What was paid towards the debt to the creator, minus what came back. */
const sentBy = (one: SideMovement): number => (isRelease(one) ? 0 : -one.owed + 0)
const priceOf = (one: SideMovement): number => (isRelease(one) ? one.escrow : 0)
const feeOf = (one: SideMovement): number => -one.fee + 0

/** Returns the lines that are not zero; the first one alone if none would be left. */
const telling = (lines: DocumentContent['lines']): DocumentContent['lines'] => {
  const some = lines.filter(({ cents }) => cents !== 0)
  return some.length > 0 ? some : lines.slice(0, 1)
}

/** A creator's month: each release and each transfer, with what is still owed to them after it. */
function monthOf(movements: readonly SideMovement[], before: number): Said {
  let owed = before
  const lines: TableRow[] = movements.map((one) => {
    owed += one.owed
    return {
      day: one.day,
      text: wordsOf(one),
      cents: isRelease(one)
        ? [one.escrow, feeOf(one), null, owed]
        : [null, null, sentBy(one), owed],
    }
  })
  const [prices, fees, sent] = [priceOf, feeOf, sentBy].map((cents) => sum(movements, cents))
  return {
    total: sent ?? 0,
    total_label: TOTAL_WORDS.month,
    lines: telling([
      { text: SUM_WORDS.prices, cents: prices ?? 0 },
      { text: SUM_WORDS.fees, cents: fees ?? 0 },
      { text: SUM_WORDS.broughtForward, cents: before },
      { text: SUM_WORDS.carriedForward, cents: -owed + 0 },
    ]),
    table: {
      columns: MONTH_COLUMNS,
      rows: lines,
      totals: [prices ?? 0, fees ?? 0, sent ?? 0, owed],
    },
    notes: [STATEMENT_NOTES.month],
  }
}

function wordsOf(one: SideMovement): string {
  if (isRelease(one))
    return one.escrow > 0
      ? movementWords.released(one.title)
      : movementWords.releaseTakenBack(one.title)
  if (one.kind === 'paid_outside') return movementWords.paidOutside(one.title)
  return one.owed > 0 ? movementWords.cameBack(one.title) : movementWords.sent(one.title)
}

/** A year, by those of its months in which something moved. */
function yearOf(side: Side, movements: readonly SideMovement[], before: number): Said {
  const counts =
    side === 'creator'
      ? [priceOf, feeOf, (one: SideMovement) => priceOf(one) + feeOf(one), sentBy]
      : [paidInBy, returnedBy, priceOf]
  const amounts = (some: readonly SideMovement[]) => counts.map((cents) => sum(some, cents))
  let balance = before
  const rows = byMonth(movements).map(({ day, own }) => {
    balance -= side === 'seller' ? sum(own, ({ escrow }) => escrow) : 0
    const cents = amounts(own)
    return {
      day: null,
      text: periodWords(periodAt('month', new Date(`${day}T00:00:00Z`))),
      cents: side === 'seller' ? [...cents, balance] : cents,
    }
  })
  const totals = amounts(movements)
  const [first = 0, second = 0, third = 0] = totals
  return {
    total: third,
    total_label: TOTAL_WORDS[side],
    lines: telling(
      side === 'creator'
        ? [
            { text: SUM_WORDS.prices, cents: first },
            { text: SUM_WORDS.fees, cents: second },
          ]
        : [
            { text: SUM_WORDS.paidIn, cents: first },
            { text: SUM_WORDS.returned, cents: -second + 0 },
            { text: SUM_WORDS.heldBefore, cents: before },
            { text: SUM_WORDS.heldAfter, cents: -balance + 0 },
          ],
    ),
    table: {
      columns: YEAR_COLUMNS[side],
      rows,
      totals: side === 'seller' ? [...totals, balance] : totals,
    },
    notes: [STATEMENT_NOTES[side]],
  }
}

/** What came into escrow, and what left it for the brand. */
const paidInBy = (one: SideMovement): number => (isRelease(one) ? 0 : Math.max(-one.escrow, 0))
const returnedBy = (one: SideMovement): number => (isRelease(one) ? 0 : Math.max(one.escrow, 0))

/** Returns the movements of each month, in order, with one day of that month. */
function byMonth(movements: readonly SideMovement[]): { day: string; own: SideMovement[] }[] {
  const months = new Map<string, SideMovement[]>()
  for (const one of movements) {
    const month = one.day.slice(0, 7)
    months.set(month, [...(months.get(month) ?? []), one])
  }
  return [...months].map(([month, own]) => ({ day: `${month}-01`, own }))
}
