import type { DISPUTE_OUTCOMES, PaymentStatus, WAYS_OUT } from './payments.ts'

/** Who requests the original work. The arbiter is an operator who looks at a dispute about the deal. */
export const ORIGINAL_READERS = ['creator', 'brand', 'arbiter'] as const
export type OriginalReader = (typeof ORIGINAL_READERS)[number]

/** The fields of a deal's payment that decide who may read its work. Null where nothing was ever paid for it. */
export interface DealMoney {
  status: PaymentStatus
  moving: (typeof WAYS_OUT)[number] | null
  came_back: 'refund' | 'transfer' | null
  /** In cents, as are its parts. */
  amount: number
  decided_refund: number | null
  dispute_outcome: (typeof DISPUTE_OUTCOMES)[number] | null
}

/**
 * The state of a deal's money as far as access to its work is concerned: the payment's status, split where it matters.
 * part_decided: a decision leaves the creator something; sent_before: the transfer to the creator bounced after a
 * release; taken_back: a bank has taken it for good.
 */
export type MoneyState =
  | 'none'
  | PaymentStatus
  | `ordered_${(typeof WAYS_OUT)[number]}`
  | 'part_decided'
  | 'sent_before'
  | 'taken_back'

const ALWAYS = { creator: true, arbiter: true } as const
const LOCKED = { ...ALWAYS, brand: false } as const
const OPEN = { ...ALWAYS, brand: true } as const

/**
 * Who may read the original of a delivery: the one table that every link, screen and download consults. It opens for
 * the brand when the brand can no longer get the money back by its own choice; until then the brand sees watermarked
 * copies. An approval is not a payment.
 */
export const ORIGINAL_ACCESS = {
  none: LOCKED,
  pending: LOCKED,
  failed: LOCKED,
  held_in_escrow: LOCKED,
  /** It is enough that it is ordered: the brand is not to blame if the provider takes its time. */
  ordered_release: OPEN,
  ordered_refund: LOCKED,
  /** Only a decision orders it, and the rest goes to the creator. */
  ordered_part_refund: OPEN,
  /** The sides agreed on a lower price: the rest stays held. */
  ordered_agreed_refund: LOCKED,
  part_decided: OPEN,
  sent_before: OPEN,
  released: OPEN,
  refunded: LOCKED,
  /** Files that were downloaded earlier stay downloaded. */
  taken_back: LOCKED,
} as const satisfies Record<MoneyState, Record<OriginalReader, boolean>>

/** Returns the state of a deal's money in the table's terms. */
export function moneyState(money: DealMoney | null): MoneyState {
  if (money === null) return 'none'
  const { status, moving, came_back, amount, decided_refund: refund } = money
  if (status !== 'held_in_escrow' && status !== 'released') return status
  if (money.dispute_outcome === 'lost') return 'taken_back'
  if (status === 'released') return status
  if (refund !== null && refund < amount) return 'part_decided'
  if (moving !== null) return `ordered_${moving}`
  return came_back === 'transfer' ? 'sent_before' : status
}

/** Returns whether a reader may open the original of a delivery whose money is in this state. */
export const mayReadOriginal = (reader: OriginalReader, money: DealMoney | null): boolean =>
  ORIGINAL_ACCESS[moneyState(money)][reader]

/**
 * The progress of the copy that is shown instead of an original: `none` when no copy can be made of the file, or when
 * the tool for it is missing.
 */
export const PREVIEW_STATES = ['being_prepared', 'ready', 'none'] as const
export type PreviewState = (typeof PREVIEW_STATES)[number]

/** Minutes after a hand-in when its review begins at the latest, if there is nothing to look at until then. */
export const REVIEW_WAITS_MINUTES = 30

/**
 * The number of characters of a text that are shown instead of it, and never more than a third of it: a caption is
 * short.
 */
export const TEXT_PREVIEW_CHARACTERS = 1_200
export const TEXT_PREVIEW_ONE_IN = 3
/** Characters of a name in a mark. */
const MARK_NAME_CHARACTERS = 24

/** Returns the code of a mark, from the SHA-256 (hex) of its file. */
export const markCode = (sha256: string): string => sha256.slice(0, 8).toUpperCase()

/** The text that is written over a copy. `code` leads back to the file. */
export const markText = (mark: {
  seller: string
  creator: string
  version: number
  code: string
}): string =>
  `PREVIEW · ${shortName(mark.seller)} × ${shortName(mark.creator)} · V${mark.version} · ${mark.code}`

/**
 * Returns one line of visible characters, without anything that changes the direction of the rest and without anything
 * that an SVG may not contain (U+FFFF), because a mark with it could not be drawn.
 */
function shortName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const characters = Array.from(plain)
  if (characters.length <= MARK_NAME_CHARACTERS) return plain
  return `${characters
    .slice(0, MARK_NAME_CHARACTERS - 1)
    .join('')
    .trimEnd()}…`
}
