import type { Audience } from './notifications.ts'
import type { FigureName } from './track-record.ts'

interface Bound {
  /** The minimum number of things counted. */
  from: number
  /** Percent for a share, or minutes for a median. */
  value: number
}

interface FigureRule {
  figure: FigureName
  is: 'at_least' | 'at_most'
  earn: Bound
  /** Wider than `earn`, so that someone at the threshold does not gain and lose the badge repeatedly. */
  keep: Bound
}

interface Badge {
  side: Audience
  label: string
  /** The requirement, in one sentence. */
  earned: string
  rule: 'identity' | FigureRule
}

const HOUR = 60
const ON_TIME = { earn: { from: 10, value: 95 }, keep: { from: 8, value: 93 } }
const FIRST_PASS = { earn: { from: 10, value: 80 }, keep: { from: 8, value: 78 } }
const FAST = { earn: { from: 10, value: 4 * HOUR }, keep: { from: 8, value: 5 * HOUR } }
const PAYS = { earn: { from: 5, value: 48 * HOUR }, keep: { from: 4, value: 52 * HOUR } }

/**
 * All badges, and what earns each. They are derived from deals alone, disappear when the rule no longer holds, and
 * cannot be bought or given. There is none for being the best.
 */
export const BADGES = {
  identity: {
    side: 'creator',
    label: 'Identity checked',
    earned: 'The payment provider has checked who they are, and pays them.',
    rule: 'identity',
  },
  on_time: {
    side: 'creator',
    label: 'On time',
    earned: `At least ${ON_TIME.earn.value}% of ${ON_TIME.earn.from} or more deals were delivered by the agreed day.`,
    rule: { figure: 'on_time', is: 'at_least', ...ON_TIME },
  },
  first_pass: {
    side: 'creator',
    label: 'First-pass',
    earned: `At least ${FIRST_PASS.earn.value}% of ${FIRST_PASS.earn.from} or more deals were accepted at the first delivery.`,
    rule: { figure: 'first_pass', is: 'at_least', ...FIRST_PASS },
  },
  fast_answers: {
    side: 'creator',
    label: 'Fast answers',
    earned: `Half of at least ${FAST.earn.from} answers came within ${FAST.earn.value / HOUR} hours.`,
    rule: { figure: 'answers', is: 'at_most', ...FAST },
  },
  pays_fast: {
    side: 'seller',
    label: 'Pays fast',
    earned: `Half of at least ${PAYS.earn.from} deliveries were answered within ${PAYS.earn.value / HOUR} hours, and approving pays.`,
    rule: { figure: 'reviews', is: 'at_most', ...PAYS },
  },
} as const satisfies Record<string, Badge>

export type BadgeName = keyof typeof BADGES
export const BADGE_NAMES = Object.keys(BADGES) as [BadgeName, ...BadgeName[]]

/** The badges that creators can be searched by. */
export const CREATOR_BADGES = ['identity', 'on_time', 'first_pass', 'fast_answers'] as const
export type CreatorBadge = (typeof CREATOR_BADGES)[number]
