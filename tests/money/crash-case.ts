import type { StripeSettings } from '#server/providers/stripe/client.ts'

/**
 * Operations that move money. A retry is a release whose first transfer was refused; to agree means agreeing on a lower
 * price for held money.
 */
const OWN_OPERATIONS = [
  'fund by page',
  'fund by saved card',
  'release',
  'refund',
  'split',
  'agree',
  'retry',
] as const
/**
 * Operations that move the money of a deal whose price went up once it was held, or that decide whether any will move
 * (decision 0073).
 */
const EXTRA_OPERATIONS = [
  'agree on more',
  'fund extra by page',
  'fund extra by saved card',
  'release with extra',
  'refund with extra',
  'decide with extra',
  'call off',
  'lapse',
] as const
/**
 * Operations that begin with an order of a package: its acceptance charges the card that the brand chose when it
 * ordered.
 */
const ORDER_OPERATIONS = ['accept order'] as const
/**
 * The operation that pays for more months of a licence: it has no escrow, so the arrival of the money orders its
 * release (decision 0094).
 */
const EXTENSION_OPERATIONS = ['extend by page', 'extend by saved card'] as const
export const OPERATIONS = [
  ...OWN_OPERATIONS,
  ...EXTRA_OPERATIONS,
  ...ORDER_OPERATIONS,
  ...EXTENSION_OPERATIONS,
] as const
export type Operation = (typeof OPERATIONS)[number]

/** What happens to the operation's calls, or to the events it causes. */
export const TROUBLES = [
  'none',
  'no answer, not done',
  'no answer, done',
  '500 kept, not done',
  '500 kept, done',
  'refused',
  'events lost',
  'events twice',
] as const
export type Trouble = (typeof TROUBLES)[number]

type Nth = 1 | 2 | 3

/** A moment of a transaction: right before or right after the commit of what `marks` names. */
interface AtCommit {
  marks: RegExp
  when: 'before' | 'after'
}

/** The points where a process dies, by name. */
export const CRASH_POINTS = {
  'order not committed': { marks: /insert into money_ops/, when: 'before' },
  'order committed': { marks: /insert into money_ops/, when: 'after' },
  'not marked as sent': { marks: /set sent_at/, when: 'before' },
  'marked as sent': { marks: /set sent_at/, when: 'after' },
  'before the call': 'before the call',
  'after the call': 'after the call',
  'outcome not committed': { marks: /update money_ops set state/, when: 'before' },
  'outcome committed': { marks: /update money_ops set state/, when: 'after' },
  'event not stored': { marks: /insert into webhook_events/, when: 'before' },
  'event stored': { marks: /insert into webhook_events/, when: 'after' },
  'event not applied': { marks: /update webhook_events set applied_at/, when: 'before' },
  'event applied': { marks: /update webhook_events set applied_at/, when: 'after' },
  'page not ended': {
    marks: /update payments set status = \$1, checkout_url = null/,
    when: 'before',
  },
  'page ended': { marks: /update payments set status = \$1, checkout_url = null/, when: 'after' },
  'change not committed': { marks: /update amendments set status/, when: 'before' },
  'change committed': { marks: /update amendments set status/, when: 'after' },
  'months not committed': { marks: /update licence_extensions set status/, when: 'before' },
  'months committed': { marks: /update licence_extensions set status/, when: 'after' },
  'job not taken off': 'job not taken off',
} as const satisfies Record<
  string,
  AtCommit | 'before the call' | 'after the call' | 'job not taken off'
>
export type CrashPoint = keyof typeof CRASH_POINTS

/**
 * One cell of the table. `nth`: an operation that makes several calls passes most points that many times, once for each
 * call.
 */
export interface CrashCase {
  operation: Operation
  point: CrashPoint
  nth: Nth
  trouble: Trouble
}

/** The click, the person who makes it, and the object it is about. */
export interface ClickOrders {
  operation: Operation
  /** Any of the deal's payments; null before one exists. */
  paymentId: string | null
  projectId: string
  applicationId: string
  sellerId: string
  creatorId: string
  cardId: string | null
  refundCents: number
  /** The proposal of another price. */
  amendmentId: string | null
  /** The agreed extension of the licence. */
  extensionId: string | null
  /** The order of a package. */
  orderId: string | null
}

/** The dying process's orders, as JSON. */
export interface CrashOrders extends ClickOrders {
  databaseUrl: string
  stripe: StripeSettings
  at: { point: CrashPoint; nth: number }
  /** Whether someone then pays on the newest page, and with which card. */
  paysOnPage: boolean
  cardNumber: string
  events: 'none' | 'once' | 'twice'
}

const ORDER: CrashPoint[] = ['order not committed', 'order committed']
const CALL: CrashPoint[] = ['before the call', 'after the call']
const OUTCOME: CrashPoint[] = ['outcome not committed', 'outcome committed']
const EVENTS: CrashPoint[] = [
  'event not stored',
  'event stored',
  'event not applied',
  'event applied',
]
const CHANGE: CrashPoint[] = ['change not committed', 'change committed']
const MONTHS: CrashPoint[] = ['months not committed', 'months committed']
/** The points from a committed order on. */
const CARRY_OUT: CrashPoint[] = [
  'not marked as sent',
  'marked as sent',
  ...CALL,
  ...OUTCOME,
  'job not taken off',
]
const OUT: CrashPoint[] = [...ORDER, ...CARRY_OUT]
const FUND: CrashPoint[] = [...ORDER, ...CALL, ...OUTCOME, ...EVENTS]

/** A payment, which marks nothing as sent, and its release. */
const EXTEND: CrashPoint[][] = [
  [...FUND, ...MONTHS, 'not marked as sent', 'marked as sent', 'job not taken off'],
  [...ORDER, ...CALL, ...OUTCOME, 'job not taken off'],
]

/** The points on each operation's normal path, one list per passage. */
const ON_THE_WAY: Record<Operation, CrashPoint[][]> = {
  'fund by page': [[...FUND, 'job not taken off']],
  'fund by saved card': [[...FUND, 'job not taken off']],
  release: [OUT],
  refund: [[...OUT, ...EVENTS]],
  split: [OUT, OUT],
  agree: [OUT],
  retry: [OUT],
  'agree on more': [CHANGE],
  'fund extra by page': [[...FUND, ...CHANGE, 'job not taken off']],
  'fund extra by saved card': [[...FUND, ...CHANGE, 'job not taken off']],
  // One transaction orders both payments.
  'release with extra': [OUT, CARRY_OUT],
  'refund with extra': [
    [...OUT, ...EVENTS],
    [...CARRY_OUT, ...EVENTS],
  ],
  // A part of the deal's own payment goes back, and so does the extra. Then the rest is ordered and sent.
  'decide with extra': [OUT, OUT, CARRY_OUT],
  'call off': [[...CALL, 'page not ended', 'page ended', ...CHANGE]],
  // The brand pays on a page that was still open when its time was over: that money goes back.
  lapse: [[...CHANGE, ...EVENTS, ...CALL, 'job not taken off']],
  // The acceptance commits together with the order of its charge.
  'accept order': [[...FUND, 'job not taken off']],
  // The transaction that books the money orders its release, which is the second order.
  'extend by page': EXTEND,
  'extend by saved card': EXTEND,
}

/** An operation that does nothing at the provider can have no trouble there. */
const troublesOf = (operation: Operation): readonly Trouble[] =>
  operation === 'agree on more' ? ['none'] : TROUBLES

/** Every case, in the order of the table. */
export const CRASH_CASES: readonly CrashCase[] = OPERATIONS.flatMap((operation) =>
  ON_THE_WAY[operation].flatMap((points, passage) =>
    points.flatMap((point) =>
      troublesOf(operation).map((trouble) => ({
        operation,
        point,
        nth: (passage + 1) as Nth,
        trouble,
      })),
    ),
  ),
)

const AGAIN: Record<Nth, string> = { 1: '', 2: ' again', 3: ' a third time' }

/** A case in words, in the form that `--only` understands. */
export const nameOf = ({ operation, point, nth, trouble }: CrashCase): string =>
  `${operation} / ${point}${AGAIN[nth]} / ${trouble}`
