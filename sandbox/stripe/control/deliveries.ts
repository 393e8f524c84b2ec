/**
 * The ways to deliver an event by hand. Each row is a button beside every event on the dashboard and a word for
 * `/_control/events/:id/deliver`; a new kind of failure is a new row.
 */
export interface Delivery {
  name: string
  label: string
  help: string
  /** The offset of the signature's time from the real one. */
  stampOffsetMs: number
  /** Appended to the signing secret before signing; empty signs correctly. */
  secretSuffix: string
  /** Whether the outcome counts and a refusal is retried, as for a first delivery. */
  counts: boolean
}

const MINUTE_MS = 60_000

/** Every way; the first is the correct one. */
export const DELIVERIES: readonly Delivery[] = [
  {
    name: 'again',
    label: 'Deliver again',
    help: 'As Stripe does when it had no answer.',
    stampOffsetMs: 0,
    secretSuffix: '',
    counts: true,
  },
  {
    name: 'late',
    label: 'Late',
    help: 'Signed ten minutes ago, past the tolerance of five.',
    stampOffsetMs: -10 * MINUTE_MS,
    secretSuffix: '',
    counts: false,
  },
  {
    name: 'future',
    label: 'From the future',
    help: 'Signed ten minutes from now.',
    stampOffsetMs: 10 * MINUTE_MS,
    secretSuffix: '',
    counts: false,
  },
  {
    name: 'wrong_secret',
    label: 'Wrong secret',
    help: 'Signed by somebody else.',
    stampOffsetMs: 0,
    secretSuffix: '_of_somebody_else',
    counts: false,
  },
]

/** The way with a name, or undefined. */
export const deliveryNamed = (name: string): Delivery | undefined =>
  DELIVERIES.find((row) => row.name === name)
