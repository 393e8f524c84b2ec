import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOTS = ['server', 'scripts', 'tests', 'bench', 'sandbox']
const MONEY =
  /\b(amount|amounts|cents|price|budget|returned_part|decided_refund)\b|_(cents|price)\b/

const sources = ROOTS.flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|sql)$/.test(name) && !name.endsWith('money-in-sql.test.ts'))
    .map((name) => join(root, name))
    // Faults as data: the code that a mutation inserts breaks the rule on purpose.
    .filter((name) => !name.startsWith(join('tests', 'mutations', ''))),
)

/** What `)::int` casts: the text between that bracket and its opening one. */
function castToInt(text: string): string[] {
  return [...text.matchAll(/\)::int(?:eger|4)?\b/g)].map(({ index }) => {
    let depth = 0
    for (let at = index; at >= 0; at -= 1) {
      if (text[at] === ')') depth += 1
      if (text[at] === '(') depth -= 1
      if (depth === 0) return text.slice(at + 1, index)
    }
    return ''
  })
}

test('no sum or product of money is narrowed to int4, which ends at $21,474,836.47', () => {
  const narrowed = sources.flatMap((name) =>
    castToInt(readFileSync(name, 'utf8'))
      .filter((expression) => MONEY.test(expression))
      .map((expression) => `${name}: ${expression}`),
  )
  expect(narrowed).toEqual([])
  // The rule recognises the violations it exists for, and allows counts.
  expect(
    castToInt('coalesce(sum(amount) filter (where a), 0)::int').some((s) => MONEY.test(s)),
  ).toBe(true)
  expect(castToInt('count(*) filter (where a)::int').some((s) => MONEY.test(s))).toBe(false)
})

/** Amounts with what they are multiplied or divided by; 100 converts between dollars and cents. */
const computedIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:amount|returned_part|price)\)? [*/] \d+/g)]
    .map(([found]) => found)
    .filter((found) => !/[*/] 100$/.test(found))

test('amounts in SQL are multiplied and divided by no number but 100: shares are split in one place', () => {
  const computed = sources.flatMap((name) =>
    computedIn(readFileSync(name, 'utf8')).map((found) => `${name}: ${found}`),
  )
  expect(computed).toEqual([])
  expect(computedIn('sum(amount) * 85, proposed_price, price / 1000')).toEqual([
    'amount) * 85',
    'price / 1000',
  ])
  expect(computedIn('price * 100, amount / 100.0')).toEqual([])
})
