import { extraRounds } from '#contract/extra-rounds.ts'
import type { ThreadEvent } from '#contract/conversation-schemas.ts'
import { formatUsd } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import { REVIEW_WINDOW_TEXT } from '#contract/review-words.ts'
import { workName } from '#contract/work-name.ts'

/** The two people of a thread from one person's perspective. */
export interface ThreadPeople {
  me: string
  /** How the other person is named. */
  other: string
  creator_id: string
}

/** The project a thread is about. */
export interface ThreadDeal {
  project_id: string
  title: string
}

/** The name of an event's subject: the files that were handed in, or the project. */
export const eventName = ({ deliverable }: ThreadEvent, { title }: ThreadDeal): string =>
  deliverable === null ? title : `Version ${deliverable.version} · ${workName(deliverable)}`

/** Shown on the card of an order that waits for an answer. */
export const answerBy = 'Open until'

/**
 * Where an event's subject is shown: work in its review room; everything else on a tab for a brand, on a single page
 * for a creator.
 */
export function eventLink(
  { kind, deliverable, order }: ThreadEvent,
  { me, creator_id }: ThreadPeople,
  { project_id }: ThreadDeal,
): { to: string; words: string } {
  const isCreator = me === creator_id
  const page = paths.project(project_id)
  if (order !== null) return { to: paths.packageOrder(order.id), words: 'View order' }
  if (/^(project|hiring)/.test(kind)) return { to: page, words: 'View project' }
  if (kind.startsWith('shipment')) return { to: page, words: 'View product' }
  if (kind === 'reviews_shown') return { to: page, words: 'Read the reviews' }
  if (kind.startsWith('offer'))
    return {
      to: isCreator ? page : paths.projectTab(project_id, 'applications'),
      words: 'View offer',
    }
  if (kind.startsWith('amendment')) return { to: page, words: 'View the change' }
  if (kind.startsWith('payment') || kind.startsWith('dispute'))
    return {
      to: isCreator ? page : paths.projectTab(project_id, 'payment'),
      words: kind.startsWith('payment') ? 'View payment' : 'View dispute',
    }
  return {
    to: deliverable === null ? page : paths.review(project_id, deliverable.id),
    words: 'View deliverable',
  }
}

/** A deal event in one sentence, for one of the two people. */
export function eventSentence(event: ThreadEvent, people: ThreadPeople): string {
  const who = event.actor_id === people.me ? 'You' : people.other
  const amount = amountText(event, people)
  switch (event.kind) {
    case 'order_placed':
      return `${who} ordered this package for ${amount}`
    case 'order_accepted':
    case 'order_declined':
    case 'order_cancelled':
    case 'offer_accepted':
    case 'offer_declined': {
      const [what, answer] = event.kind.split('_')
      return `${who} ${answer} the ${what} of ${amount}`
    }
    case 'order_lapsed':
      return `The order of ${amount} lapsed without an answer. Nothing was charged.`
    case 'order_unfunded':
      return `The order of ${amount} lapsed: it was not funded in time`
    case 'offer_made':
      return `${who} offered ${amount}`
    case 'offer_withdrawn':
      return `${who} withdrew the offer of ${amount}`
    case 'offer_expired':
      return `The offer of ${amount} expired`
    case 'offer_overtaken':
      return `The offer of ${amount} ended, because the project changed`
    case 'amendment_proposed':
      return `${who} proposed a change to what you agreed on${terms(event)}`
    case 'amendment_accepted':
      return `${who} agreed to the change${terms(event)}`
    case 'amendment_agreed':
      return `${who} agreed to the change${terms(event)}. It counts once it is paid.`
    case 'amendment_paid':
      return `The change is paid${terms(event)}`
    case 'amendment_lapsed':
      return 'The agreed change was not paid in time'
    case 'amendment_called_off':
      return `${who} called off the agreed change before it was paid`
    case 'amendment_declined':
      return `${who} declined the change`
    case 'amendment_withdrawn':
      return `${who} withdrew the proposed change`
    case 'amendment_expired':
      return 'The proposed change expired'
    case 'shipment_wanted':
      return people.creator_id === people.me
        ? `${people.other} sends you a product and waits for your address`
        : `${people.other} was asked for an address for the product`
    case 'shipment_dropped':
      return `${who} sends no product after all`
    case 'shipment_addressed':
      return `${who} gave an address for the product`
    case 'shipment_shipped':
      return `${who} shipped the product`
    case 'shipment_received':
      return `${who} received the product`
    case 'shipment_problem':
      return `${who} reported a problem with the product`
    case 'payment_held':
      return `${amount} is held in escrow for this project`
    case 'payment_released':
      return `Payment released: ${amount} to ${people.creator_id === people.me ? 'you' : people.other}`
    case 'payment_refunded':
      return event.actor_id === null
        ? `Payment refunded: ${amount} goes back to the card`
        : `${who} returned the payment: ${amount} goes back to the card`
    case 'payment_too_late':
      return `${amount} arrived after the project was cancelled and went back to the card`
    case 'payment_second_returned':
      return `A second payment of ${amount} went back to the card`
    case 'payment_extra_returned':
      return `${amount} for a change came too late and went back to the card`
    case 'payment_charged_back':
      return `The card’s bank took ${amount} back`
    case 'deliverable_submitted':
      return `${who} submitted a deliverable`
    case 'deliverable_approved':
      return event.actor_id === null
        ? `Deliverable approved: ${REVIEW_WINDOW_TEXT} passed without an answer`
        : `${who} approved the deliverable`
    case 'revision_requested':
      return `${who} requested a revision`
    case 'dispute_opened':
      return event.actor_id === null
        ? `The review is overdue: a dispute was opened, ${amount} is frozen`
        : `${who} opened a dispute: ${amount} is frozen`
    case 'dispute_answered':
      return `${who} answered the dispute`
    case 'dispute_due':
      return 'The time to answer the dispute is over'
    case 'dispute_withdrawn':
      return `${who} withdrew the dispute`
    case 'dispute_decided':
      return 'The dispute is decided'
    case 'dispute_closed':
      return 'The dispute is closed'
    case 'reviews_shown':
      return 'The reviews of this deal are public'
    case 'project_completed':
      return 'Project completed'
    case 'project_cancelled':
      return event.actor_id === null ? 'Project cancelled' : `${who} cancelled the project`
    case 'hiring_filled':
      return 'Every creator wanted is hired'
    case 'hiring_closed':
      return 'Hiring was closed'
    case 'hiring_over':
      return 'The last day of hiring has passed'
  }
}

/** "$480.00"; with the creator's net where it is known, "$480.00 ($408.00 for you)". */
function amountText({ amount, net }: ThreadEvent, { me, creator_id }: ThreadPeople): string {
  if (amount === null) return ''
  if (net === null) return formatUsd(amount)
  return `${formatUsd(amount)} (${formatUsd(net)} for ${me === creator_id ? 'you' : 'the creator'})`
}

/** How a change alters the deal: ", with an extra round and a price of $580.00". */
function terms({ amount, returned, extra_rounds: rounds }: ThreadEvent): string {
  const parts = [
    ...(rounds === null ? [] : [extraRounds(rounds)]),
    ...(amount === null ? [] : [`a price of ${formatUsd(amount)}`]),
  ]
  const back = returned === null ? '' : `. ${formatUsd(returned)} goes back to the card`
  return `${parts.length === 0 ? '' : `, with ${parts.join(' and ')}`}${back}`
}

/** The menu on a message from the other side. */
export const messageMenuWords = { more: 'More about this message', report: 'Report' } as const
