import type { DisputeReason } from './dispute-reasons.ts'
import type { DisputeDecision, DisputeSide } from './disputes.ts'
import { DEFAULT_FEE_TERMS } from './fees.ts'
import { type FeeTerms, type PriceSplit, splitPrice } from './money.ts'
import type { Audience, NotificationKind } from './notifications.ts'
import type { OfferSide } from './offers.ts'
import type { ReportAct, ReportReason, ReportSubject } from './reports.ts'
import { paths, type ProjectTab } from './paths.ts'
import type { HiringEnd } from './seats.ts'
import type { ParcelProblem, ShipmentStatus } from './shipping.ts'
import { workName } from './work-name.ts'

/** The facts a notice may mention: recorded when it is raised, so that it still says what was true then. */
export interface NoticeFacts {
  project_id: string | null
  project_title: string
  project_status: string
  seller_name: string
  creator_name: string
  /** The proposed price or the payment's amount, in cents; null when it is not about money. */
  amount_cents: number | null
  /** People's own words: an application's message, what should change. */
  words: string | null
  file_name: string | null
  /** Of a delivery: how many files it holds, `file_name` being the first. Absent in older notices. */
  file_count?: number | null
  version: number | null
  /** Of a delivery or its notes: its id, and the notes sent with its revision; absent in older notices. */
  deliverable_id?: string | null
  note_count?: number | null
  /** Of a delivery: the version whose place it took, unanswered; absent in notices from before that was possible. */
  replaces?: number | null
  /** A day 'YYYY-MM-DD' by which something is due. */
  due: string | null
  /** Days left until then. */
  days_left: number | null
  /** Why a payment failed, in a sentence its buyer may read. */
  failure: string | null
  /** How a payment's last attempt was made. */
  funding_by: 'page' | 'card' | null
  /** The state of the deal's payment. */
  payment_status: string | null
  /**
   * Cents that go or went back, while the rest is the creator's; whether an operator decided so. Null: not about money.
   */
  returned_cents: number | null
  decided: boolean | null
  /**
   * Of a deal dispute: `amount_cents` payment by payment, the deal's own first; share and fee are split by these. Absent in
   * older notices.
   */
  parts_cents?: number[]
  /** Of a payment: cents that the last lower price set free; null while there was none. Absent in older notices. */
  agreed_back_cents?: number | null
  /** The deal's terms. Null: not about a payment; absent in notices from the time of a single fee. */
  fee_terms?: FeeTerms | null
  /** Of a deal dispute: what it is about, whose answer it waits for, until when (RFC 3339), and the decision. */
  dispute: DisputeFacts | null
  /** Of an offer: its terms (`amount_cents` is its price), who made it, and what accepting it does. */
  offer?: OfferFacts
  /** Of an amendment: what it would change, who proposed it, until when it is open. */
  amendment?: AmendmentFacts
  /** Of a product on its way: never its address. */
  shipment?: ShipmentFacts
  /** Of a review: without an answer a dispute opens, and it does not count as approved. */
  escalates: boolean
  /** Of a review after a deal: the side that writes it; `due` is the day on which it is shown at the latest. */
  review_by?: 'seller' | 'creator' | null
  /** Both sides have written: each hears that the other's is here, and nothing else. */
  review_complete?: boolean | null
  /** Of an order: its id, and whether a saved card is charged on acceptance. Absent in older notices. */
  order_id?: string | null
  charges_card?: boolean
  /** Until when it can be answered or, once accepted, funded (RFC 3339). */
  order_due?: string | null
  /** Of a payment: its saved card was charged because an order was accepted, so its buyer was not there. */
  buyer_away?: boolean
  /** Of a payment: a file that its creator uploaded and may keep back until the money is held. No one else learns of it. */
  waiting_file?: string | null
  /** Review notes it tells of, whose stills its mail shows. */
  sending_id?: string | null
  /** Of a report: what was reported. Of a sanction: what was done, and where it can be read. */
  report?: ReportFacts
  sanction?: SanctionFacts
  /** Of an application: how its project stopped hiring several creators. Null for one that wants one; absent in older notices. */
  hiring_end?: HiringEnd | null
  /** Of older notices: its project ended by its last day of hiring, without a hire. */
  hiring_lapsed?: boolean
  /** Of a licence: its code, and its last day 'YYYY-MM-DD'. Absent in older notices. */
  licence_code?: string
  licence_ends_on?: string | null
  /** Of a licence: the months that its terms let the brand add, and for how many cents. Null: none; absent in older notices. */
  licence_more?: { months: number; cents: number } | null
  /** Of a licence: the months of its newest extension, whose price `amount_cents` is. Of a payment: those it pays for. */
  extension_months?: number | null
  /** A clock or a provider did it, not a person. */
  by_system: boolean
}

/** What a notice says of an offer beside its price. */
export interface OfferFacts {
  by: OfferSide
  deliver_by: string
  rounds: number
  hire_at_once: boolean
  /** RFC 3339. */
  expires_at: string
}

/** What a notice says of an amendment; what it leaves as it is, is null. */
export interface AmendmentFacts {
  by: OfferSide
  deliver_by: string | null
  changes_brief: boolean
  /** How many rounds of revision it adds. Absent in older notices. */
  rounds?: number | null
  /** Cents that go back to the card with a lower price, because the money is held. Absent in older notices. */
  returns?: number | null
  /** Cents that a higher price adds to held money, and until when (RFC 3339) they can be paid. Absent in older notices. */
  extra?: number | null
  pay_by?: string | null
  /** RFC 3339. */
  expires_at: string
}

/** What a notice says of a product on its way. */
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

/** What a notice says of a sanction to its person. */
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

/** What a notice says of a deal dispute beside its money. */
export interface DisputeFacts {
  reason: DisputeReason
  respondent: DisputeSide
  answer_by: string
  outcome: DisputeDecision | null
}

/**
 * A moment (RFC 3339) to the minute, where a day alone is too little: "Jun 28, 2026, 14:05 UTC". Empty when there is none. A
 * mail names the zone; a page shows the moment by its reader's clock (web/notifications/own-times.ts).
 */
export const minuteWords = (moment: string | null): string =>
  moment === null ? '' : `${dayWords(moment.slice(0, 10))}, ${moment.slice(11, 16)} UTC`

/** The notice for one side of an event. All texts are plain; the mail's layout escapes them. */
export interface Notice {
  kind: NotificationKind
  /** One sentence for the list, in the reader's words. */
  sentence: (facts: NoticeFacts) => string
  /** The page of the web app where the reader can act on it. */
  path: (facts: NoticeFacts) => string
  /** Mailed whatever the reader chose: they have to know. Its mail offers no way to switch it off. */
  always?: true
  mail: {
    subject: (facts: NoticeFacts) => string
    /** Paragraphs. */
    lines: (facts: NoticeFacts) => string[]
    /** The button's label; it leads to `path`. */
    action: string
  }
  /** Whether it is worth a notice at all; absent is yes. */
  when?: (facts: NoticeFacts) => boolean
}

/** Who is notified of an event: each side in its own way, or no one, and then why. Never its actor. */
export type NoticeLine = Partial<Record<Audience, Notice>> | { nobody: string }

/** Cents that do not go back, split by the deal's terms. */
export const splitOf = ({ amount_cents, returned_cents, fee_terms }: NoticeFacts): PriceSplit =>
  splitPrice((amount_cents ?? 0) - (returned_cents ?? 0), fee_terms ?? DEFAULT_FEE_TERMS)

/** “Three unboxing reels”: a title in a sentence. */
export const quoted = ({ project_title }: NoticeFacts): string => `“${project_title}”`
/** A delivery as a sentence names it: one thing, however many files it holds. */
export const fileOf = ({ file_name, file_count }: NoticeFacts): string =>
  `“${workName({ file_name: file_name ?? '', file_count: file_count ?? 1 })}”`

/** The project itself; the list of projects when there is none. */
export const projectPage = ({ project_id }: NoticeFacts): string =>
  project_id === null ? paths.projects : paths.project(project_id)

/** The form that hands work in. */
export const deliverForm = (facts: NoticeFacts): string =>
  facts.project_id === null ? projectPage(facts) : paths.deliver(facts.project_id)

/** A project with one of the owner's tabs open. */
export const projectTab =
  (tab: ProjectTab) =>
  ({ project_id }: NoticeFacts): string =>
    project_id === null ? paths.projects : paths.projectTab(project_id, tab)

/** The review room of the version it is about; `otherwise` where that is not known. */
export const reviewPage =
  (otherwise: Notice['path']) =>
  (facts: NoticeFacts): string =>
    facts.project_id === null || facts.deliverable_id == null
      ? otherwise(facts)
      : paths.review(facts.project_id, facts.deliverable_id)

/**
 * The page on which a notice counts as seen: its path without query and fragment. A project's review rooms belong to its page, so
 * that a reader who sees a delivery on either page gets no mail and no unread notice about it.
 */
export const noticePage = (path: string): string =>
  (path.split(/[?#]/)[0] || '/').replace(/^(\/projects\/[^/]+)\/review\/[^/]+$/, '$1')

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** A day 'YYYY-MM-DD' in a sentence: "Jun 28, 2026". Empty when there is none. */
export function dayWords(day: string | null): string {
  return day === null ? '' : dayFormat.format(new Date(`${day}T00:00:00Z`))
}
