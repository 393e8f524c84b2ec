/**
 * The ways an event can be handed over by hand. Each row is a button beside every event of the dashboard and
 * a word for `/_control/events/:id/deliver`; a new way to go wrong is a new row.
 */
export interface Delivery {
  name: string
  label: string
  help: string
  /** How far the signature's time is from the real one. */
  stampOffsetMs: number
  /** What is put behind the signing secret before signing; empty signs as it should be. */
  secretSuffix: string
  /** Whether the outcome counts and a refusal is tried again, as for a first delivery. */
  counts: boolean
}

const MINUTE_MS = 60_000

/** Every way there is; the first is the honest one. */
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
