import { usdFromCents } from '#contract/money.ts'
import { cursorText } from '#contract/paging.ts'
import { statementPageWords as words, STATEMENT_COLUMNS } from '#contract/statement-page-words.ts'
import { STATEMENT_LIMITS } from '#contract/statements.ts'
import type { Pool } from '#server/db/pool.ts'
import type { Side } from '#server/documents/record/period-store.ts'
import { csvText } from '#server/shipping/csv-text.ts'
import { lineOf } from './statement-presenter.ts'
import { type Days, statedMovements, statedSums } from './statement-store.ts'

/** Movements per read: what a file of any length holds in memory. */
const READ = 5_000

/**
 * Writes a statement as CSV, in chunks: page after page, each starting after the last row of the one before. Amounts
 * are USD as numbers; no text is a formula to a spreadsheet. Ends after STATEMENT_LIMITS.file lines.
 */
export async function* statementCsv(
  pool: Pool,
  side: Side,
  userId: string,
  days: Days,
): AsyncGenerator<string> {
  yield `\uFEFF${csvText([[words.date, words.text, ...STATEMENT_COLUMNS[side]]])}`
  let { before: balance } = await statedSums(pool, side, userId, days, undefined)
  let after: string | undefined
  for (let told = 0; told < STATEMENT_LIMITS.file;) {
    const limit = Math.min(READ, STATEMENT_LIMITS.file - told)
    const found = await statedMovements(pool, side, userId, days, { after, limit })
    yield csvText(
      found.map((one) => {
        const { text, cents, change } = lineOf(side, one)
        balance += change
        return [one.day, text, ...[...cents, balance].map(usdFromCents)]
      }),
    )
    const last = found.at(-1)
    if (last === undefined || found.length < limit) return
    told += found.length
    after = cursorText('movements', { keys: [last.at], id: last.id })
  }
}
