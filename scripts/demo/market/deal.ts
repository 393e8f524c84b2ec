import type { AiPart } from '#contract/ai-parts.ts'
import type { DealState } from '#contract/deal-state.ts'
import type { DisputeReason } from '#contract/dispute-reasons.ts'
import type { DisputeDecision } from '#contract/disputes.ts'
import type { LicenceTerms } from '#contract/licence-rights.ts'
import type { Category } from '#contract/projects.ts'

/** A file of a delivery: a drawing of scripts/demo/art, or a video of scripts/demo/videos. */
export type Piece = ({ art: string } | { video: string }) & {
  /** As its creator named it. */
  file: string
}

/** What is handed in as one version: one file, or several in their order. */
export type HandedIn = Piece & {
  notes: string
  more?: readonly Piece[]
  /** What its creator declares of parts that AI made; none unless said otherwise. */
  aiParts?: AiPart[]
}

/** One offer about someone's application, and what became of it where that is not the next one. */
export interface Bargain {
  /** Whose application. */
  about: string
  by: 'seller' | 'creator'
  price: number
  rounds: number
  note: string
  /** How long it stays open; three days unless said otherwise. */
  hours?: number
  ends?: 'accept' | 'decline' | 'withdraw' | 'expire'
}

/** One project of the market and all that happened to it. */
export interface MarketDeal {
  title: string
  category: Category
  /** USD. */
  budget: number
  description: string
  details?: string
  pictures: readonly string[]
  /** Days ago it was posted, and days from there to what happened last. */
  posted: number
  took: number
  /** Days from its posting to the deadline. */
  due: number
  /** What the brand may do with the work, where that is not the standard licence. */
  licence?: LicenceTerms
  /** Who applied, in this order; the first is chosen. */
  offers: readonly { by: string; price: number; message: string }[]
  /** Other terms that were offered about an application, in this order; each answers what is open about it. */
  bargains?: readonly Bargain[]
  /** The chosen creator asks for a lower price of less work while the money is held, and the brand agrees. */
  lowers?: { price: number; pieces: number; note: string }
  /** The chosen creator asks for more money for more while the rest is held, and the brand agrees; whether it has paid that yet. */
  raises?: {
    price: number
    /** All rounds of revision, once one was used; absent: another price alone. */
    rounds?: number
    note: string
    paid: boolean
  }
  /** A product goes with it: what it is and is worth (USD), and how far its parcel has come. */
  ships?: {
    product: string
    value: number
    days?: number
    parcel?: { carrier: string; number: string; link: string }
  }
  invite?: { who: string; message: string }
  /** The chosen creator's package of this title was ordered, with these words and add-ons; and how that was answered. */
  order?: {
    words: string
    link?: string
    question?: string
    addOns: readonly string[]
    answer?: 'accept' | 'decline' | 'lapse'
  }
  /** The state the deal is in today. */
  ends: DealState
  /** What the two sides wrote, the brand first: before the money is held where it never is. */
  talk?: readonly string[]
  work?: readonly HandedIn[]
  /** What the brand asks to change about the first version. */
  revision?: string
  dispute?: {
    by: 'seller' | 'creator'
    reason: DisputeReason
    statement: string
    answer?: string
    decision?: { outcome: DisputeDecision; returned_amount?: number; reason: string }
  }
}
