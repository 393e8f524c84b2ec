import { expect, test } from 'vitest'
import type { GrownMarket } from './growth-market.ts'
import { growthReport, type PageFindings } from './growth-report.ts'

const markets = [1_000, 100_000].map((projects): GrownMarket => ({
  projects,
  sizes: new Map([['events', 90_000]]),
  ...({} as Omit<GrownMarket, 'projects' | 'sizes'>),
}))

/** A page that takes this many milliseconds and has this many rows in each market. */
function reportOf(ms: [number, number], rows: [number, number] | null, blocks = [10, 100]) {
  const page: PageFindings = {
    key: 'statements.get',
    name: 'busySeller',
    at: new Map(
      markets.map(({ projects }, at) => [
        projects,
        {
          times: [ms[at] ?? 0],
          blocks: blocks[at] ?? 0,
          statements: 2,
          scanned: [],
          rows: rows?.[at] ?? null,
        },
      ]),
    ),
  }
  return growthReport(markets, new Map([['page', page]]))
}

test('without a row count, a page that reads many more blocks may take at most 1.5 times as long', () => {
  expect(reportOf([2, 3], null).kept).toBe(true)
  expect(reportOf([2, 3.1], null).kept).toBe(false)
  expect(reportOf([2, 3.1], null, [10, 12]).kept).toBe(true)
})

test('a page that has more rows may take longer by the same ratio, but no more', () => {
  expect(reportOf([2, 7.6], [88, 335])).toMatchObject({
    kept: true,
    text: expect.stringContaining('rows 88→335') as string,
  })
  expect(reportOf([2, 7.7], [88, 335]).kept).toBe(false)
  // A few more rows are no excuse.
  expect(reportOf([2, 3], [20, 24]).kept).toBe(true)
  expect(reportOf([2, 3.1], [20, 24]).kept).toBe(false)
})

test('a page whose row count has not grown is held to the general limit', () => {
  expect(reportOf([2, 3.1], [50, 50]).kept).toBe(false)
  expect(reportOf([2, 3.1], [50, 40]).kept).toBe(false)
})

test('a page with no rows in the smallest market is treated as if it had one', () => {
  expect(reportOf([1, 24], [0, 24]).kept).toBe(true)
  expect(reportOf([1, 25], [0, 24]).kept).toBe(false)
  expect(reportOf([1, 9], [0, 0]).kept).toBe(false)
})
