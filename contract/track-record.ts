import type { Audience } from './notifications.ts'
import { daysText } from './number-text.ts'

/**
 * What a person's deals say about them, counted by the product rather than based on opinion. This file is the one table
 * of it: each figure's name, how it is counted, and the number from which it is shown. Anyone who may see the profile
 * sees values and numbers; only the owner sees the deals behind them.
 */

/** Only deals agreed within this many months count. */
export const RECORD_MONTHS = 24
/** Below this many deals a person is new here. A figure about fewer things than this is not shown. */
export const RECORD_FROM = 3
/** A brand must have the money held within this many hours of accepting; otherwise it did not pay in time. */
export const FUND_HOURS = 72
/** An answer that never came counts as one that came after this many hours. */
export const ANSWER_CAP_HOURS = 72
/**
 * Messages count only after this many hours, so that a check can repeat the count even if the clocks of two machines
 * differ.
 */
export const ANSWER_SETTLES_HOURS = 1

/** 'share' is of things, in percent; 'minutes' is a median; 'mean' is of scores from 1 to 5. */
type FigureKind = 'share' | 'minutes' | 'mean'

export interface Figure {
  /** The role whose figure it is; null for both. */
  side: Audience | null
  kind: FigureKind
  label: string
  /** How it is counted, in one sentence. */
  counted: string
  /** The noun for the things counted: "27 of 28 deals". */
  things: readonly [one: string, many: string]
}

const DEALS = ['deal', 'deals'] as const

export const FIGURES = {
  rating: {
    side: null,
    kind: 'mean',
    label: 'Rating',
    counted:
      'The mean of all scores in public reviews. Reviews that are still sealed do not count.',
    things: ['review', 'reviews'],
  },
  on_time: {
    side: 'creator',
    kind: 'share',
    label: 'On time',
    counted:
      'Deals whose first delivery came by the agreed day, of all whose day has passed. A deal whose money was not held by that day counts only if it was delivered in time.',
    things: DEALS,
  },
  first_pass: {
    side: 'creator',
    kind: 'share',
    label: 'Accepted at first delivery',
    counted: 'Deals approved without a revision request, of all whose delivery was answered.',
    things: DEALS,
  },
  answers: {
    side: 'creator',
    kind: 'minutes',
    label: 'Answers within',
    counted: `The median time to the first answer to a brand’s message, by day and night. A conversation that was never answered counts as ${ANSWER_CAP_HOURS} hours. Recounted once a day.`,
    things: ['answer', 'answers'],
  },
  finished: {
    side: 'creator',
    kind: 'share',
    label: 'Finished',
    counted:
      'Deals that ended with a payment to the creator, of all funded deals that are over. Money returned within a day of funding, or taken back by a bank, does not count.',
    things: DEALS,
  },
  reviews: {
    side: 'seller',
    kind: 'minutes',
    label: 'Reviews within',
    counted: 'The median time from a delivery to its approval or revision request.',
    things: ['delivery', 'deliveries'],
  },
  funded: {
    side: 'seller',
    kind: 'share',
    label: `Funded within ${FUND_HOURS} h`,
    counted: `Deals whose money was held within ${FUND_HOURS} hours of accepting the creator, of all that were accepted that long ago or are funded.`,
    things: DEALS,
  },
  by_clock: {
    side: 'seller',
    kind: 'share',
    label: 'Approved by the clock',
    counted: 'Deals with a delivery the brand did not answer in time, of all that were approved.',
    things: DEALS,
  },
  refunds: {
    side: 'seller',
    kind: 'share',
    label: 'Refunded',
    counted:
      'Deals whose money went back to the brand, of all funded deals that are over. Money returned within a day of funding, or taken back by a bank, does not count.',
    things: DEALS,
  },
  disputes_lost: {
    side: 'seller',
    kind: 'share',
    label: 'Disputes lost',
    counted:
      'Deals in which our support decided a dispute for the creator, of all funded deals that are over.',
    things: DEALS,
  },
} as const satisfies Record<string, Figure>

export type FigureName = keyof typeof FIGURES
export const FIGURE_NAMES = Object.keys(FIGURES) as [FigureName, ...FigureName[]]

/** Rows in one explanation, newest first. */
export const RECORD_ROWS = 100

/**
 * `n` of `of` things. For 'minutes', `n` is the median of `of` things; for 'mean', it is the sum of three scores from
 * each of `of` reviews.
 */
export interface Count {
  n: number
  of: number
}

/** Returns whole percent, rounded half up. */
export const percentOf = ({ n, of }: Count): number => Math.trunc((200 * n + of) / (2 * of))

/** Formats a mean as "4.8", rounded half up, computed from whole numbers. */
const meanOf = ({ n, of }: Count): string => {
  const tenths = Math.trunc((20 * n + 3 * of) / (6 * of))
  return `${Math.trunc(tenths / 10)}.${tenths % 10}`
}

/** Formats a duration as "1 h", "3 h", "2 days": no more exact than people plan, and rounded up. */
export function durationText(minutes: number): string {
  const hours = Math.max(1, Math.ceil(minutes / 60))
  return hours <= 48 ? `${hours} h` : daysText(Math.ceil(hours / 24))
}

/** Formats a value: "96%", "3 h", "4.8". */
export function figureValue(name: FigureName, count: Count): string {
  switch (FIGURES[name].kind) {
    case 'share':
      return `${percentOf(count)}%`
    case 'minutes':
      return durationText(count.n)
    case 'mean':
      return meanOf(count)
  }
}

/** Formats the number behind a figure: "27 of 28 deals", "41 answers". */
export function figureNumbers(name: FigureName, { n, of }: Count): string {
  const { kind, things } = FIGURES[name]
  const counted = `${of} ${things[of === 1 ? 0 : 1]}`
  return kind === 'share' ? `${n} of ${counted}` : counted
}

/** Formats what one thing added to a figure: "Yes", "No", "3 h". */
export const sampleWords = (good: boolean | null, minutes: number | null): string =>
  minutes === null ? (good ? 'Yes' : 'No') : durationText(minutes)

export const recordWords = {
  title: 'Track record',
  newHere: 'New here',
  newHint: `Figures appear from ${RECORD_FROM} deals on.`,
  none: 'Too few deals for figures yet.',
  /** Names the number of `window` where it stands alone. */
  deals: `Deals in ${RECORD_MONTHS} months`,
  window: (deals: number) => `${deals} deals in the last ${RECORD_MONTHS} months`,
  badgeRules: 'What earns these badges',
  yours: 'What this counts. Only you see these deals.',
  newest: `The newest ${RECORD_ROWS} are listed.`,
} as const

/** Ranks in lists follow a Bayesian mean: as if everyone already had this many things at the prior. */
export const RANK_WEIGHT = 8
/** The stored rank of a person with too little to count: ranks are whole and not negative. */
export const RANK_BASE = 10_000_000
/**
 * The prior, used for a person without enough to count: 4.5 of 5, 90 %, 70 %, 8 hours. These are fixed numbers and not
 * today's mean, because that would move everyone with every deal of anyone.
 */
export const RANK_PRIORS = {
  rating: 4.5,
  on_time: 0.9,
  first_pass: 0.7,
  answers: 8 * 60,
} as const satisfies Partial<Record<FigureName, number>>
export type RankedFigure = keyof typeof RANK_PRIORS
export const RANKED_FIGURES = Object.keys(RANK_PRIORS) as RankedFigure[]

/**
 * Returns how far a person's Bayesian mean is above the prior, in the figure's own unit; higher is better, 0 for too
 * little to count. The server stores the same in whole thousandths.
 */
export function rankOf(name: RankedFigure, count: Count | undefined): number {
  if (count === undefined || count.of < RECORD_FROM) return 0
  const { n, of } = count
  const { kind } = FIGURES[name]
  const prior = RANK_PRIORS[name]
  const above = kind === 'minutes' ? (prior - n) * of : n / (kind === 'mean' ? 3 : 1) - prior * of
  return above / (RANK_WEIGHT + of)
}

/** The sort keys of lists, as people choose them. */
export const RANK_LABELS: Readonly<Record<RankedFigure, string>> = {
  rating: 'Best reviewed',
  on_time: 'Most on time',
  first_pass: 'First-pass',
  answers: 'Fastest answers',
}
