import type { SilentSandbox } from '#sandbox/stripe/server.ts'
import type { CrashCase, Operation, Trouble } from './crash-case.ts'

const PAGE = 'POST /v1/checkout/sessions'
const CHARGE = 'POST /v1/payment_intents'
const TRANSFER = 'POST /v1/transfers'
const REFUND = 'POST /v1/refunds'

/** An operation's calls to the provider, in order. */
const CALLS: Record<Operation, string[]> = {
  'fund by page': [PAGE],
  'fund by saved card': [CHARGE],
  release: [TRANSFER],
  refund: [REFUND],
  split: [REFUND, TRANSFER],
  agree: [REFUND],
  retry: [TRANSFER],
  'agree on more': [],
  'fund extra by page': [PAGE],
  'fund extra by saved card': [CHARGE],
  'release with extra': [TRANSFER, TRANSFER],
  'refund with extra': [REFUND, REFUND],
  'decide with extra': [REFUND, REFUND, TRANSFER],
  'call off': ['POST /v1/checkout/sessions/:id/expire'],
  lapse: [REFUND],
  'accept order': [CHARGE],
  'extend by page': [PAGE, TRANSFER],
  'extend by saved card': [CHARGE, TRANSFER],
}

interface Fault {
  name: string
  target: string
}
type Faults = (which: CrashCase) => Fault[]

/** One kind of switch on the case's call: if there are several, on the one that `nth` names, or the first like it. */
const onCall =
  (name: string): Faults =>
  ({ operation, nth }) =>
    CALLS[operation].slice(nth - 1, nth).map((target) => ({ name, target }))

/** The switch that refuses a call. A card is refused by its number, and a page ends. */
const REFUSED_BY: Record<string, string> = {
  [TRANSFER]: 'fail_next_transfer',
  [REFUND]: 'fail_next_refund',
}

const FAULTS: Partial<Record<Trouble, Faults>> = {
  'no answer, not done': onCall('timeout_before'),
  'no answer, done': onCall('timeout_after'),
  '500 kept, not done': onCall('error_before'),
  '500 kept, done': onCall('error_after'),
  refused: (which) =>
    onCall('')(which).flatMap(({ target }) => {
      const name = REFUSED_BY[target]
      return name === undefined ? [] : [{ name, target }]
    }),
}

/** Makes the provider fail once at the case's call, or ends that failure. */
export function setTrouble(
  { controls }: Pick<SilentSandbox, 'controls'>,
  which: CrashCase,
  times: 0 | 1,
): void {
  for (const { name, target } of FAULTS[which.trouble]?.(which) ?? [])
    controls.setSwitch(name, times, target)
}
