import { median } from './load.ts'
import { digits, figureOf, missedGoals, timesBare, WEB_GOALS, type WebRun } from './web-goals.ts'
import { SLOW, type Visit } from './web-page.ts'

/** The columns of a page: heading, figure, and number of decimals. */
const COLUMNS: readonly [heading: string, figure: keyof Visit, digits: number][] = [
  ['JS usable', 'usable', 1],
  ['JS', 'script', 1],
  ['style', 'style', 1],
  ['fonts', 'font', 1],
  ['images', 'image', 1],
  ['total', 'total', 1],
  ['requests', 'requests', 0],
  ['LCP', 'lcp', 0],
  ['CLS', 'shift', 3],
  ['blocking', 'blocking', 0],
  ['1st press', 'interaction', 0],
]
const WIDTH = 10

/** The run as plain text: the pages, the actions, the goals, and what was missed. */
export function webReport(run: WebRun): string {
  const { pages, actions } = run
  const missed = missedGoals(run)
  const times = actions.map((action) => median(action.times))
  return [
    '',
    `Method  Chromium, empty cache, CPU ${SLOW.cpu}× slower, ${SLOW.bandwidth / 1e6} Mbit/s, ${SLOW.roundTripMs} ms, ${SLOW.viewport.width}×${SLOW.viewport.height};`,
    `        medians of ${pages[0]?.visits.length ?? 0} interleaved rounds; ms; KiB as they crossed the line (brotli), JavaScript before a page is usable gzipped`,
    '',
    row('', [...COLUMNS.map(([heading]) => heading), '× bare']),
    ...pages.map((page) =>
      row(page.name, [
        ...COLUMNS.map(([, name, places]) => figureOf(page, name)?.toFixed(places) ?? '–'),
        timesBare(page, pages).toFixed(2),
      ]),
    ),
    '',
    `Actions, from the press to the next frame, CPU ${SLOW.cpu}× slower, ms (Event Timing counts in steps of 8)`,
    ...actions.map(
      ({ name, times: one }) =>
        `  ${name.padEnd(34)}${median(one).toFixed(0).padStart(6)}   highest ${Math.max(...one).toFixed(0)}`,
    ),
    `  ${'all, median and highest'.padEnd(34)}${median(times).toFixed(0).padStart(6)}   highest ${Math.max(...times).toFixed(0)}`,
    '',
    'Goals',
    ...WEB_GOALS.map(({ what, unit, most, mostOf, values }) => {
      const reached = values(run)
      const [name, value] = reached.toSorted(([, one], [, other]) => other - one)[0] ?? ['none', 0]
      const others = Object.entries(mostOf ?? {}).map(([page, limit]) => `, ${page} ${limit}`)
      return `  ${what}: ${digits(value)}${unit && ` ${unit}`} at most, ${name} (goal ${most}${others.join('')})`
    }),
    '',
    ...(missed.length === 0
      ? ['Every goal is reached.']
      : ['Missed', ...missed.map((one) => `  ${one}`)]),
  ].join('\n')
}

const row = (name: string, cells: readonly string[]): string =>
  name.padEnd(16) + cells.map((cell) => cell.padStart(WIDTH)).join('')
