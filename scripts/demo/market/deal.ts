import type { AiPart } from '#contract/ai-parts.ts'
import type { DealState } from '#contract/deal-state.ts'
import type { DisputeReason } from '#contract/dispute-reasons.ts'
import type { DisputeDecision } from '#contract/disputes.ts'
import type { LicenceTerms } from '#contract/licence-rights.ts'
import type { Category } from '#contract/projects.ts'

/** A file of a delivery: a drawing of scripts/demo/art, or a video of scripts/demo/videos. */
export type Piece = ({ art: string } | { video: string }) & {
  /** The name its creator gave it. */
  file: string
}

/** The content of one version: one file, or several in order. */
export type HandedIn = Piece & {
  notes: string
  more?: readonly Piece[]
  /** The creator's declaration of parts made by AI; none by default. */
  aiParts?: AiPart[]
}

/** One offer about an application, and its outcome where that is not the next offer. */
export interface Bargain {
  /** Whose application. */
  about: string
  by: 'seller' | 'creator'
  price: number
  rounds: number
  note: string
  /** How long it stays open; three days by default. */
  hours?: number
  ends?: 'accept' | 'decline' | 'withdraw' | 'expire'
}

/** One project of the market and its whole history. */
export interface MarketDeal {
  title: string
  category: Category
  /** USD. */
  budget: number
  description: string
  details?: string
  pictures: readonly string[]
  /** How many days ago it was posted, and the days from then to its last event. */
  posted: number
  took: number
  /** Days from the posting to the deadline. */
  due: number
  /** The brand's usage rights to the work, where they differ from the standard licence. */
  licence?: LicenceTerms
  /** The applicants, in this order; the first is chosen. */
  offers: readonly { by: string; price: number; message: string }[]
  /** Other terms that were offered about an application, in this order; each responds to the one that is open. */
  bargains?: readonly Bargain[]
  /** The chosen creator asks for a lower price for less work while the money is held, and the brand agrees. */
  lowers?: { price: number; pieces: number; note: string }
  /**
   * The chosen creator asks for more money for more work while the rest is held, and the brand agrees; whether it has
   * paid for that yet.
   */
  raises?: {
    price: number
    /** All rounds of revision, once one was used; absent: only another price. */
    rounds?: number
    note: string
    paid: boolean
  }
  /** A product is sent along: what it is, its value (USD), and how far its parcel has come. */
  ships?: {
    product: string
    value: number
    days?: number
    parcel?: { carrier: string; number: string; link: string }
  }
  invite?: { who: string; message: string }
  /**
   * The chosen creator's package of this title was ordered, with this message and these add-ons; and the creator's
   * response.
   */
  order?: {
    words: string
    link?: string
    question?: string
    addOns: readonly string[]
    answer?: 'accept' | 'decline' | 'lapse'
  }
  /** The deal's state today. */
  ends: DealState
  /** The messages of the two sides, the brand first. They are written before the money is held if it never is. */
  talk?: readonly string[]
  work?: readonly HandedIn[]
  /** The changes that the brand requests to the first version. */
  revision?: string
  dispute?: {
    by: 'seller' | 'creator'
    reason: DisputeReason
    statement: string
    answer?: string
    decision?: { outcome: DisputeDecision; returned_amount?: number; reason: string }
  }
}
