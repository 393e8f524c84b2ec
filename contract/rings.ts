/**
 * Deals between two accounts that may belong to one person are left out of every figure. This file is the one table of
 * the signals for that; people outside the console never learn which signal it was, or whom it was about.
 */

/** What two accounts may share, and how narrowly. */
export const RING_RULES = {
  /** The payment provider's fingerprint of a card that one of them paid with or is paid out to. */
  card: { label: 'Card', days: null, accounts: 20 },
  /**
   * The network they signed in from: an IPv4 address, or the /64 of an IPv6 address. Offices and homes share one, so
   * the sign-ins must be close in time.
   */
  address: { label: 'Address', days: 7, accounts: 4 },
  /** The browser they signed in with, identified by a random cookie. */
  device: { label: 'Device', days: null, accounts: 5 },
} as const satisfies Record<string, RingRule>

interface RingRule {
  label: string
  /** Both were seen within this many days of each other; null: at any time for which marks are stored. */
  days: number | null
  /** If more accounts than this share it, it says nothing about any two of them. */
  accounts: number
}

export type RingSignal = keyof typeof RING_RULES
export const RING_SIGNALS = Object.keys(RING_RULES) as [RingSignal, ...RingSignal[]]

/** Marks are deleted after this many months, which is as long as deals count. */
export const RING_MONTHS = 24
/** The number of deals of one pair that the console names. */
export const RING_DEALS = 20

export const ringWords = {
  /** Shown next to the user's own figure. */
  leftOut: (deals: number) =>
    `${deals} of your deals ${deals === 1 ? 'is' : 'are'} left out. Deals between accounts that share a card, an address or a device do not count.`,
} as const

/** "Card, device". */
export const signalsText = (signals: readonly RingSignal[]): string =>
  signals
    .map((signal, at) => {
      const { label } = RING_RULES[signal]
      return at === 0 ? label : label.toLowerCase()
    })
    .join(', ')
