import type { StripeSettings } from '#server/providers/stripe/client.ts'

/** What moves money. A retry is a release whose first transfer was refused; to agree, on a lower price for what is held. */
export const OPERATIONS = [
  'fund by page',
  'fund by saved card',
  'release',
  'refund',
  'split',
  'agree',
  'retry',
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

/** A moment of a transaction: right before or right after it commits what `marks` names. */
interface AtCommit {
  marks: RegExp
  when: 'before' | 'after'
}

/** Where a process dies, by name. */
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
  'job not taken off': 'job not taken off',
} as const satisfies Record<
  string,
  AtCommit | 'before the call' | 'after the call' | 'job not taken off'
>
export type CrashPoint = keyof typeof CRASH_POINTS

/** One cell of the table. `nth`: a split passes most points twice, once for each of its two calls. */
export interface CrashCase {
  operation: Operation
  point: CrashPoint
  nth: 1 | 2
  trouble: Trouble
}

/** The dying process's orders, as JSON. */
export interface CrashOrders {
  databaseUrl: string
  stripe: StripeSettings
  at: { point: CrashPoint; nth: number }
  operation: Operation
  paymentId: string | null
  projectId: string
  applicationId: string
  sellerId: string
  creatorId: string
  cardId: string | null
  /** Typed on the page. */
  cardNumber: string
  refundCents: number
  /** The open proposal of a lower price. */
  amendmentId: string | null
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
const OUT: CrashPoint[] = [
  ...ORDER,
  'not marked as sent',
  'marked as sent',
  ...CALL,
  ...OUTCOME,
  'job not taken off',
]

/** The points on each operation's normal path. */
const ON_THE_WAY: Record<Operation, CrashPoint[]> = {
  'fund by page': [...ORDER, ...CALL, ...OUTCOME, ...EVENTS, 'job not taken off'],
  'fund by saved card': [...ORDER, ...CALL, ...OUTCOME, ...EVENTS, 'job not taken off'],
  release: OUT,
  refund: [...OUT, ...EVENTS],
  split: OUT,
  agree: OUT,
  retry: OUT,
}

/** Every case, in the order of the table. */
export const CRASH_CASES: readonly CrashCase[] = OPERATIONS.flatMap((operation) =>
  (operation === 'split' ? ([1, 2] as const) : ([1] as const)).flatMap((nth) =>
    ON_THE_WAY[operation].flatMap((point) =>
      TROUBLES.map((trouble) => ({ operation, point, nth, trouble })),
    ),
  ),
)

/** A case in words, which `--only` understands. */
export const nameOf = ({ operation, point, nth, trouble }: CrashCase): string =>
  `${operation} / ${point}${nth === 2 ? ' again' : ''} / ${trouble}`
