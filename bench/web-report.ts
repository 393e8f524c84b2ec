import { median } from './load.ts'
import { SLOW, type Visit } from './web-page.ts'

/** The visits of one page, in the order of the rounds. */
export interface PageVisits {
  name: string
  visits: readonly Visit[]
}

const WIDTHS = [8, 8, 8, 8, 8, 9, 9, 8, 8, 10, 8]

/** The table, as plain text; the first page is the floor the landing page is held against. */
export function webReport(pages: readonly PageVisits[], routeChangeMs: number | null): string {
  const [floor, landing] = pages
  const lcpOf = (page: PageVisits | undefined) =>
    median(page?.visits.map((visit) => visit.lcp) ?? [])
  return [
    '',
    `Method  Chromium, empty cache, CPU ${SLOW.cpu}× slower, ${SLOW.bandwidth / 1e6} Mbit/s, ${SLOW.roundTripMs} ms, ${SLOW.viewport.width}×${SLOW.viewport.height};`,
    `        medians of ${floor?.visits.length ?? 0} interleaved rounds; KiB as they crossed the line (brotli), ms`,
    '',
    row('', [
      'script',
      'style',
      'fonts',
      'images',
      'total',
      'requests',
      'LCP',
      '× bare',
      'CLS',
      'blocking',
      'INP',
    ]),
    ...pages.map(({ name, visits }) =>
      row(name, [
        figure(visits, 'script'),
        figure(visits, 'style'),
        figure(visits, 'font'),
        figure(visits, 'image'),
        figure(visits, 'total'),
        figure(visits, 'requests', 0),
        figure(visits, 'lcp', 0),
        (lcpOf({ name, visits }) / lcpOf(floor)).toFixed(2),
        figure(visits, 'shift', 3),
        figure(visits, 'blocking', 0),
        figure(visits, 'interaction', 0),
      ]),
    ),
    '',
    `Landing / bare page, median LCP: ${(lcpOf(landing) / lcpOf(floor)).toFixed(2)} (1.15 at most)`,
    ...(routeChangeMs === null
      ? []
      : [
          `Route change, everything loaded before, CPU as it is: ${routeChangeMs.toFixed(0)} ms from the press to the new screen (100 at most)`,
        ]),
  ].join('\n')
}

function figure(visits: readonly Visit[], name: keyof Visit, digits = 1): string {
  const values = visits.map((visit) => visit[name]).filter((value) => value !== null)
  return values.length === 0 ? '–' : median(values).toFixed(digits)
}

const row = (name: string, cells: readonly string[]): string =>
  name.padEnd(16) + cells.map((cell, n) => cell.padStart(WIDTHS[n] ?? 8)).join('')
