import type { RouteKey } from '#contract/api.ts'
import type { GrownMarket } from './growth-market.ts'
import { median, quantile } from './load.ts'

/** The cost of one page in each market, by its number of projects. */
export interface PageFindings {
  key: RouteKey
  name: string
  at: Map<number, PageFinding>
}
interface PageFinding {
  /** Milliseconds. */
  times: number[]
  statements: number
  blocks: number
  scanned: string[]
  /** The number of rows, for a page that may have more in a larger market. */
  rows: number | null
}

/**
 * The goals. A page counts as grown only when both its median and what PostgreSQL read for it have grown, so that noise
 * does not count. A page with more counted rows in the larger market may take longer by the same ratio.
 */
const MOST_GROWTH = 1.5
const mostGrowth = (first: PageFinding, last: PageFinding): number =>
  hasMore(first, last)
    ? Math.max(MOST_GROWTH, (last.rows ?? 0) / Math.max(1, first.rows ?? 0))
    : MOST_GROWTH
const hasMore = (first: PageFinding, last: PageFinding): boolean =>
  (last.rows ?? 0) > (first.rows ?? 0)
const MOST_STATEMENTS = 2
/** A table with fewer rows is rightly read from end to end. */
const GROWING_ROWS = 5_000

/** Returns the table, and whether every page met its goals. */
export function growthReport(
  markets: readonly GrownMarket[],
  findings: ReadonlyMap<string, PageFindings>,
): { text: string; kept: boolean } {
  const scales = markets.map(({ projects }) => projects)
  const largest = markets.at(-1)
  const broken: string[] = []
  const lines = [...findings.values()].map((found) => {
    const ats = scales.flatMap((scale) => found.at.get(scale) ?? [])
    const [first, last] = [ats[0], ats.at(-1)]
    if (first === undefined || last === undefined || largest === undefined) return ''
    const ratio = growth(first.times, last.times)
    const scans = [...new Set(last.scanned)].filter(
      (table) => (largest.sizes.get(table) ?? 0) >= GROWING_ROWS,
    )
    const notes = [
      ...(ratio > mostGrowth(first, last) && last.blocks > first.blocks * MOST_GROWTH
        ? [`grew ${ratio.toFixed(2)}×${rowsOf(first, last)}`]
        : []),
      ...(last.statements > MOST_STATEMENTS ? [`${last.statements} statements`] : []),
      ...scans.map((table) => `reads all of ${table}`),
    ]
    if (notes.length > 0) broken.push(`${found.key}, ${found.name}: ${notes.join(', ')}`)
    return [
      `${found.key}, ${found.name}`.padEnd(48),
      ...ats.map(({ times }) => `${ms(median(times))}/${ms(p95(times))}`.padStart(13)),
      ratio.toFixed(2).padStart(7),
      `${first.blocks}→${last.blocks}`.padStart(13),
      String(last.statements).padStart(4),
      rowsOf(first, last),
    ].join('')
  })
  const ratios = [...findings.values()].flatMap(({ at }) => {
    const [first, last] = [at.get(scales[0] ?? 0), at.get(scales.at(-1) ?? 0)]
    return first && last && !hasMore(first, last) ? [growth(first.times, last.times)] : []
  })
  const head = [
    'p50/p95 in ms with so many projects'.padEnd(48),
    ...scales.map((scale) => scale.toLocaleString('en').padStart(13)),
    'ratio'.padStart(7),
    '8 kB blocks'.padStart(13),
    ' sql',
  ].join('')
  const tables = `Tables from ${GROWING_ROWS.toLocaleString('en')} rows on must not be read from end to end.`
  const goals =
    broken.length === 0
      ? `All ${lines.length} pages keep their goals: at most ${MOST_GROWTH}×, or as much as their counted rows, ${MOST_STATEMENTS} statements, no table read from end to end.`
      : `${broken.length} of ${lines.length} pages miss a goal (${MOST_GROWTH}×, or as much as their counted rows, ${MOST_STATEMENTS} statements, no table read from end to end):\n  ${broken.join('\n  ')}`
  const text = [
    '',
    head,
    ...lines,
    '',
    `ratio: median in the largest market over that in the smallest; the middle page ${median(ratios).toFixed(2)}, the worst ${Math.max(...ratios).toFixed(2)}, without those that have more rows, which are counted: they may take longer by as much. ${tables}`,
    goals,
  ].join('\n')
  return { text, kept: broken.length === 0 }
}

/** What a line says about a page that has more rows in the larger market. */
const rowsOf = (first: PageFinding, last: PageFinding): string =>
  hasMore(first, last) ? `  rows ${first.rows}→${last.rows}` : ''

/** The factor by which the same page takes longer. It compares the medians of both, which were measured in turns. */
const growth = (before: readonly number[], after: readonly number[]): number =>
  median(after) / median(before)

const p95 = (times: readonly number[]) =>
  quantile(
    times.toSorted((a, b) => a - b),
    0.95,
  )
const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0)
