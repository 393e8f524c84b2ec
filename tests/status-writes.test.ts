import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Statuses move along the contract's tables: only …-moves.ts writes them, and no write names one. */

const TABLES =
  'payments|shipments|projects|applications|deliverables|project_invitations|offers|deal_disputes|deal_reviews'
/** Each write up to the end of its template; `${…}` was replaced by `?`. */
const WRITES = new RegExp(String.raw`\b(?:update|insert into) (?:${TABLES})\b[^\`]*`, 'g')
/** The columns of a write that are built elsewhere. */
const COLUMNS = /\bset: sql`[^`]*/g
const LITERAL = /\bstatus\s*(?:=|<>|!=|in\s*\(|=\s*any\s*\(\s*array\[)\s*'/
const ASSIGNED = /(?:\bset\b|`|,)\s*status\s*=/

/** What a file does to a status that only a move may do. */
function offences(file: string, source: string): string[] {
  let text = source
  for (let before = ''; before !== text;) {
    before = text
    text = text.replaceAll(/\$\{[^{}`]*\}/g, '?')
  }
  const isMoves = file.endsWith('-moves.ts')
  const assigns = (write: string) => ASSIGNED.test(write.split(/\bwhere\b/)[0] ?? '')
  return [...(text.match(WRITES) ?? []), ...(text.match(COLUMNS) ?? [])]
    .filter((write) => LITERAL.test(write) || (!isMoves && assigns(write)))
    .map((write) => `${file}: ${write.replaceAll(/\s+/g, ' ').slice(0, 120)}`)
}

test.each([
  ['a.ts', "sql`update payments set status = 'released' where id = ${id}`", 1],
  ['a.ts', 'sql`update payments set moving = null, status = ${to} where id = ${id}`', 1],
  ['a.ts', "sql`update payments set moving = ${way} where status in ('pending')`", 1],
  ['a.ts', "movePayment(tx, { set: sql`status = 'released'` })", 1],
  ['a-moves.ts', "sql`update projects set status = 'completed' where id = ${id}`", 1],
  ['a-moves.ts', 'sql`update projects set status = ${to} where status = any(${from})`', 0],
  ['a.ts', 'sql`update projects set title = ${title} where id = ${id}`', 0],
  ['a.ts', "sql`select 1 from payments where status = 'released'`", 0],
  ['a.ts', "sql`update payouts set status = 'paid'`", 0],
])('%s: %s', (file, source, count) => {
  expect(offences(file, source)).toHaveLength(count)
})

test('no write in the server hard-codes a status, and only …-moves.ts files write one', () => {
  const files = execFileSync('git', ['ls-files', 'server'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  expect(files.flatMap((file) => offences(file, readFileSync(file, 'utf8')))).toEqual([])
})
