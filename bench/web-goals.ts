import { median } from './load.ts'
import type { Visit } from './web-page.ts'

/** Who opens a page: an anonymous or a signed-in reader. */
export type Kind = 'bare' | 'public' | 'signed in'

/** The visits of one page, in the order of the rounds. */
export interface PageVisits {
  name: string
  kind: Kind
  visits: readonly Visit[]
}

/** One action's durations from the press to the next frame in ms, in the order of the rounds. */
export interface ActionTimes {
  name: string
  times: readonly number[]
}

/** Everything that one run has measured. */
export interface WebRun {
  /** The bare page first. */
  pages: readonly PageVisits[]
  actions: readonly ActionTimes[]
  /** From the press of a link to the new screen, with everything already loaded, in ms. */
  routeChange: number
  /** The server's cost of rendering a page, in ms of CPU. */
  rendering: number
}

/** A goal, read by the report and by the exit code. */
interface Goal {
  what: string
  unit: string
  /** The highest value that meets it. */
  most: number
  /** Another limit for some pages. */
  mostOf?: Readonly<Record<string, number>>
  /** The value of each thing it applies to; a page without one is absent. */
  values: (run: WebRun) => readonly (readonly [name: string, value: number])[]
}

/** Returns the median of one figure of a page, null where no visit has it. */
export function figureOf({ visits }: PageVisits, name: keyof Visit): number | null {
  const values = visits.map((visit) => visit[name]).filter((value) => value !== null)
  return values.length === 0 ? null : median(values)
}

/** Returns a page's LCP relative to that of the bare page of the same run, the first of `pages`. */
export function timesBare(page: PageVisits, [bare]: readonly PageVisits[]): number {
  return (figureOf(page, 'lcp') ?? 0) / ((bare && figureOf(bare, 'lcp')) || 1)
}

const each =
  (name: keyof Visit, ...kinds: Kind[]): Goal['values'] =>
  ({ pages }) =>
    pages
      .filter(({ kind }) => kinds.includes(kind))
      .flatMap((page) => {
        const value = figureOf(page, name)
        return value === null ? [] : [[page.name, value] as const]
      })

/**
 * The goals of every page on a slow phone. Ratios are comparable across machines; times are for two quiet processors.
 */
export const WEB_GOALS: readonly Goal[] = [
  {
    what: 'largest paint',
    unit: '× bare page',
    most: 2,
    mostOf: { landing: 1.3, 'public profile': 1.6 },
    values: ({ pages }) => pages.slice(1).map((page) => [page.name, timesBare(page, pages)]),
  },
  { what: 'blocking time', unit: 'ms', most: 50, values: each('blocking', 'public', 'signed in') },
  { what: 'layout shift', unit: '', most: 0.01, values: each('shift', 'public', 'signed in') },
  {
    what: 'first press to next paint',
    unit: 'ms',
    most: 100,
    values: each('interaction', 'public', 'signed in'),
  },
  {
    what: 'JavaScript before a public page is usable',
    unit: 'KiB gzipped',
    most: 110,
    values: each('usable', 'public'),
  },
  {
    what: 'JavaScript before a signed-in page is usable',
    unit: 'KiB gzipped',
    most: 170,
    values: each('usable', 'signed in'),
  },
  {
    what: 'action to next paint',
    unit: 'ms',
    most: 100,
    values: ({ actions }) => actions.map(({ name, times }) => [name, median(times)]),
  },
  {
    what: 'route change',
    unit: 'ms',
    most: 50,
    values: ({ routeChange }) => [['between loaded screens', routeChange]],
  },
  {
    what: 'rendering a page',
    unit: 'ms of CPU',
    most: 10,
    values: ({ rendering }) => [['signed-in pages', rendering]],
  },
]

/** Returns what a run missed, one line for each. */
export const missedGoals = (run: WebRun): string[] =>
  WEB_GOALS.flatMap(({ what, unit, most, mostOf, values }) =>
    values(run)
      .map(([name, value]) => ({ name, value, limit: mostOf?.[name] ?? most }))
      .filter(({ value, limit }) => value > limit)
      .map(
        ({ name, value, limit }) =>
          `${what}, ${name}: ${digits(value)}${unit && ` ${unit}`} (${limit} at most)`,
      ),
  )

/** Formats a value for a goal's line. */
export const digits = (value: number): string =>
  value >= 20 ? value.toFixed(0) : value >= 0.1 ? value.toFixed(2) : value.toFixed(3)
