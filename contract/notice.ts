import type { DisputeReason } from './dispute-reasons.ts'
import type { DisputeDecision, DisputeSide } from './disputes.ts'
import { DEFAULT_FEE_TERMS } from './fees.ts'
import type { VoidReason } from './licences.ts'
import { type FeeTerms, type PriceSplit, splitPrice } from './money.ts'
import type { Audience, NotificationKind } from './notifications.ts'
import type { OfferSide } from './offers.ts'
import type { ReportAct, ReportReason, ReportSubject } from './reports.ts'
import { paths, type ProjectTab } from './paths.ts'
import type { HiringEnd } from './seats.ts'
import type { ParcelProblem, ShipmentStatus } from './shipping.ts'
import { workName } from './work-name.ts'

/** The facts a notice may mention: recorded when it is raised, so that it still states what was true then. */
export interface NoticeFacts {
  project_id: string | null
  project_title: string
  project_status: string
  seller_name: string
  creator_name: string
  /** The proposed price or the payment's amount, in cents; null when it is not about money. */
  amount_cents: number | null
  /** People's own words: an application's message, the requested changes. */
  words: string | null
  file_name: string | null
  /** For a delivery: the number of files it holds, `file_name` being the first. Absent in older notices. */
  file_count?: number | null
  version: number | null
  /** For a delivery or its notes: its id, and the notes sent with its revision; absent in older notices. */
  deliverable_id?: string | null
  note_count?: number | null
  /** For a delivery: the unanswered version that it replaced; absent in notices from before that was possible. */
  replaces?: number | null
  /** A day 'YYYY-MM-DD' by which something is due. */
  due: string | null
  /** The number of days left until then. */
  days_left: number | null
  /** Why a payment failed, in a sentence that its buyer may read. */
  failure: string | null
  /** How a payment's last attempt was made. */
  funding_by: 'page' | 'card' | null
  /** The state of the deal's payment. */
  payment_status: string | null
  /**
   * Cents that are or were returned, while the rest is the creator's; whether an operator decided so. Null: not about
   * money.
   */
  returned_cents: number | null
  decided: boolean | null
  /**
   * For a deal dispute: `amount_cents` payment by payment, the deal's own first; share and fee are split by these.
   * Absent in older notices.
   */
  parts_cents?: number[]
  /** For a payment: cents that the last lower price set free; null if there was none. Absent in older notices. */
  agreed_back_cents?: number | null
  /** The deal's terms. Null: not about a payment; absent in notices from the time of a single fee. */
  fee_terms?: FeeTerms | null
  /** For a deal dispute: its subject, the side that has to answer, the deadline (RFC 3339), and the decision. */
  dispute: DisputeFacts | null
  /** For an offer: its terms (`amount_cents` is its price), who made it, and what accepting it does. */
  offer?: OfferFacts
  /** For an amendment: what it would change, who proposed it, and when it expires. */
  amendment?: AmendmentFacts
  /** For a product in transit: never its address. */
  shipment?: ShipmentFacts
  /** For a review: if it is not answered, a dispute opens, and the delivery does not count as approved. */
  escalates: boolean
  /** For a review after a deal: the side that writes it; `due` is the latest day on which it is shown. */
  review_by?: 'seller' | 'creator' | null
  /** Both sides have written: each is told that the other's review is here, and nothing else. */
  review_complete?: boolean | null
  /** For an order: its id, and whether a saved card is charged on acceptance. Absent in older notices. */
  order_id?: string | null
  charges_card?: boolean
  /** The deadline for answering it or, once accepted, for funding it (RFC 3339). */
  order_due?: string | null
  /** For a payment: its saved card was charged because an order was accepted, so its buyer was not present. */
  buyer_away?: boolean
  /**
   * For a payment: a file that its creator uploaded and may keep back until the money is held. No one else learns of
   * it.
   */
  waiting_file?: string | null
  /** The review notes it is about, whose stills its mail shows. */
  sending_id?: string | null
  /** For a report: what was reported. For a sanction: what was done, and where it can be read. */
  report?: ReportFacts
  sanction?: SanctionFacts
  /**
   * For an application: how its project stopped hiring several creators. Null for a project that wants one; absent in
   * older notices.
   */
  hiring_end?: HiringEnd | null
  /** In older notices: the project's last day of hiring ended it, without a hire. */
  hiring_lapsed?: boolean
  /** For a licence: its code, and its last day 'YYYY-MM-DD'. Absent in older notices. */
  licence_code?: string
  licence_ends_on?: string | null
  /**
   * For a licence: the months that its terms let the brand add, and for how many cents. Null: none; absent in older
   * notices.
   */
  licence_more?: { months: number; cents: number } | null
  /**
   * For a licence: the months of its newest extension, whose price is `amount_cents`. For a payment: the months it pays
   * for.
   */
  extension_months?: number | null
  /**
   * Why the licence is void; null while it is valid. For a payment: of an extension, unless a person ordered it back.
   * Absent in older notices.
   */
  licence_void?: VoidReason | null
  /** A clock or a provider did it, not a person. */
  by_system: boolean
}

/** What a notice says of an offer besides its price. */
export interface OfferFacts {
  by: OfferSide
  deliver_by: string
  rounds: number
  hire_at_once: boolean
  /** RFC 3339. */
  expires_at: string
}

/** What a notice says of an amendment; a field that the amendment leaves unchanged is null. */
export interface AmendmentFacts {
  by: OfferSide
  deliver_by: string | null
  changes_brief: boolean
  /** The number of revision rounds it adds. Absent in older notices. */
  rounds?: number | null
  /** Cents that a lower price returns to the card, because the money is held. Absent in older notices. */
  returns?: number | null
  /** Cents that a higher price adds to held money, and the payment deadline (RFC 3339). Absent in older notices. */
  extra?: number | null
  pay_by?: string | null
  /** RFC 3339. */
  expires_at: string
}

/** What a notice says of a product in transit. */
export interface ShipmentFacts {
  status: ShipmentStatus
  product: string
  value_cents: number
  days: number | null
  carrier: string | null
  number: string | null
  problem: ParcelProblem | null
}

/** What a notice tells a reporter about their report. */
export interface ReportFacts {
  subject: ReportSubject
}

/** What a notice of a sanction tells the person concerned. */
export interface SanctionFacts {
  id: string
  act: ReportAct
  subject: ReportSubject
  reason: ReportReason
  facts: string
  /** RFC 3339. */
  until: string | null
  answer: string | null
}

/** What a notice says of a deal dispute besides its money. */
export interface DisputeFacts {
  reason: DisputeReason
  respondent: DisputeSide
  answer_by: string
  outcome: DisputeDecision | null
}

/**
 * Formats a moment (RFC 3339) to the minute, where a day alone is not precise enough: "Jun 28, 2026, 14:05 UTC". Empty
 * when there is none. A mail names the zone; a page shows the moment in its reader's time
 * (web/notifications/own-times.ts).
 */
export const minuteWords = (moment: string | null): string =>
  moment === null ? '' : `${dayWords(moment.slice(0, 10))}, ${moment.slice(11, 16)} UTC`

/** The notice for one side of an event. All texts are plain; the mail's layout escapes them. */
export interface Notice {
  kind: NotificationKind
  /** One sentence for the list, addressed to the reader. */
  sentence: (facts: NoticeFacts) => string
  /** The page of the web app where the reader can act on it. */
  path: (facts: NoticeFacts) => string
  /** Mailed regardless of the reader's choice, because they have to know. Its mail offers no way to switch it off. */
  always?: true
  mail: {
    subject: (facts: NoticeFacts) => string
    /** Paragraphs. */
    lines: (facts: NoticeFacts) => string[]
    /** The button's label; it leads to `path`. */
    action: string
  }
  /** Whether the event deserves a notice at all; absent means yes. */
  when?: (facts: NoticeFacts) => boolean
}

/** Who is notified of an event: each side in its own way, or no one, with the reason. Never its actor. */
export type NoticeLine = Partial<Record<Audience, Notice>> | { nobody: string }

/** Cents that are not returned, split by the deal's terms. */
export const splitOf = ({ amount_cents, returned_cents, fee_terms }: NoticeFacts): PriceSplit =>
  splitPrice((amount_cents ?? 0) - (returned_cents ?? 0), fee_terms ?? DEFAULT_FEE_TERMS)

/** “Three unboxing reels”: a title within a sentence. */
export const quoted = ({ project_title }: NoticeFacts): string => `“${project_title}”`
/** The name of a delivery in a sentence: singular, however many files it holds. */
export const fileOf = ({ file_name, file_count }: NoticeFacts): string =>
  `“${workName({ file_name: file_name ?? '', file_count: file_count ?? 1 })}”`

/** Returns the path of the project itself, or of the list of projects when there is none. */
export const projectPage = ({ project_id }: NoticeFacts): string =>
  project_id === null ? paths.projects : paths.project(project_id)

/** The form for handing in work. */
export const deliverForm = (facts: NoticeFacts): string =>
  facts.project_id === null ? projectPage(facts) : paths.deliver(facts.project_id)

/** A project with one of the owner's tabs open. */
export const projectTab =
  (tab: ProjectTab) =>
  ({ project_id }: NoticeFacts): string =>
    project_id === null ? paths.projects : paths.projectTab(project_id, tab)

/** Returns the path of the review room of the version it is about; `otherwise` if the version is not known. */
export const reviewPage =
  (otherwise: Notice['path']) =>
  (facts: NoticeFacts): string =>
    facts.project_id === null || facts.deliverable_id == null
      ? otherwise(facts)
      : paths.review(facts.project_id, facts.deliverable_id)

/**
 * Returns the page on which a notice counts as seen: its path without query and fragment. A project's review rooms
 * count as its page, so that a reader who sees a delivery on either page gets no mail and no unread notice about it.
 */
export const noticePage = (path: string): string =>
  (path.split(/[?#]/)[0] || '/').replace(/^(\/projects\/[^/]+)\/review\/[^/]+$/, '$1')

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** Formats a day 'YYYY-MM-DD' for a sentence: "Jun 28, 2026". Empty when there is none. */
export function dayWords(day: string | null): string {
  return day === null ? '' : dayFormat.format(new Date(`${day}T00:00:00Z`))
}
