import type { EventKind } from '#contract/events.ts'
import { statusBadges, statusBadge, type StatusKind } from '#web/ui/status-badges.ts'
import { actWord, plainWord } from './console-words.ts'

/** What a timeline of the console calls each kind of event. An operator's acts have their words in console-words.ts. */
const eventWords: Readonly<Record<Exclude<EventKind, `operator_act.${string}`>, string>> = {
  'project.create': 'Project created',
  'project.publish': 'Project posted',
  'project.start': 'Project started',
  'project.complete': 'Project completed',
  'project.cancel': 'Project cancelled',
  'application.submit': 'Application sent',
  'application.accept': 'Application accepted',
  'application.reject': 'Application rejected',
  'application.fill': 'Application closed: someone else was accepted',
  'amendment.propose': 'Change proposed',
  'amendment.accept': 'Change agreed',
  'amendment.decline': 'Change declined',
  'amendment.withdraw': 'Proposed change withdrawn',
  'amendment.expire': 'Proposed change expired',
  'amendment.close': 'Proposed change ended with its project',
  'offer.make': 'Offer made',
  'offer.accept': 'Offer accepted',
  'offer.decline': 'Offer declined',
  'offer.counter': 'Offer countered',
  'offer.withdraw': 'Offer withdrawn',
  'offer.expire': 'Offer expired',
  'offer.close': 'Offer ended with its application',
  'package_order.place': 'Package ordered',
  'package_order.accept': 'Order accepted',
  'package_order.decline': 'Order declined',
  'package_order.cancel': 'Order cancelled',
  'package_order.lapse': 'Order lapsed without an answer',
  'package_order.unfunded': 'Order lapsed: it was not funded',
  'deliverable.submit': 'Work delivered',
  'deliverable.approve': 'Work approved',
  'deliverable.request_revision': 'Revision requested',
  'deliverable.supersede': 'Work replaced by a newer version',
  'deliverable.escalate': 'Review overdue: dispute opened',
  'review_note.send': 'Review notes sent',
  'review_note.answer': 'Review note answered',
  'review_note.resolve': 'Review note resolved',
  'review_note.reopen': 'Review note reopened',
  'review_note.withdraw': 'Review note withdrawn',
  'review_note.waive': 'Review note waived by the approval',
  'review_reply.send': 'Reply to a review note',
  'payment.create': 'Payment started',
  'payment.retry': 'Payment tried again',
  'payment.hold': 'Paid into escrow',
  'payment.fail': 'Payment failed',
  'payment.order_release': 'Release ordered',
  'payment.release': 'Released to the creator',
  'payment.release_failed': 'Release failed',
  'payment.release_stopped': 'Release stopped',
  'payment.transfer_came_back': 'Transfer came back',
  'payment.transfer_part_came_back': 'Part of the transfer came back',
  'payment.order_refund': 'Refund ordered',
  'payment.refund': 'Refunded to the card',
  'payment.refund_failed': 'Refund failed',
  'payment.refund_stopped': 'Refund stopped',
  'payment.refund_came_back': 'Refund came back',
  'payment.decide': 'Decided by an operator',
  'payment.order_part_refund': 'Part refund ordered',
  'payment.part_refund': 'Part refunded to the card',
  'payment.part_refund_failed': 'Part refund failed',
  'payment.part_refund_stopped': 'Part refund stopped',
  'payment.part_refund_came_back': 'Part refund came back',
  'payment.return_cancelled': 'Sent back: the project was cancelled',
  'payment.return_second': 'Sent back: paid a second time',
  'payment.return_refunded': 'Sent back: already refunded',
  'payment.owe_return': 'Return owed by hand',
  'payment.pay_outside': 'Paid outside of Stripe',
  'payment.dispute': 'Disputed by the bank',
  'payment.dispute_won': 'Bank dispute won',
  'payment.dispute_lost': 'Bank dispute lost',
  'invitation.send': 'Invitation sent',
  'invitation.accept': 'Invitation accepted',
  'invitation.decline': 'Invitation declined',
  'invitation.lapse': 'Invitation expired',
  'payout_account.connect': 'Payout account connected',
  'payout_account.restrict': 'Payout account restricted',
  'payout_account.close': 'Payout account closed',
  'deal_review.open': 'Reviews opened',
  'deal_review.ask': 'Review asked for',
  'deal_review.write': 'Review sealed',
  'deal_review.edit': 'Sealed review changed',
  'deal_review.reveal': 'Review shown',
  'deal_review.lapse': 'Review not written in time',
  'deal_review.answer': 'Review answered',
  'deal_review.hide': 'Review removed',
  'deal_dispute.open': 'Dispute opened',
  'deal_dispute.answer': 'Dispute answered',
  'deal_dispute.add_statement': 'Statement added to the dispute',
  'deal_dispute.fall_due': 'Time to answer the dispute ran out',
  'deal_dispute.withdraw': 'Dispute withdrawn',
  'deal_dispute.decide': 'Dispute decided',
  'deal_dispute.close': 'Dispute closed',
}

const isKind = (kind: string): kind is keyof typeof eventWords => kind in eventWords

/** "Project created": an event in words. A move this page does not know yet keeps its own name. */
export function eventWord(entity: string, move: string): string {
  if (entity === 'operator_act') return actWord(move)
  const kind = `${entity}.${move}`
  return isKind(kind) ? eventWords[kind] : `${plainWord(entity)} ${plainWord(move).toLowerCase()}`
}

const hasBadges = (entity: string): entity is StatusKind => entity in statusBadges

/** A state as the product calls it: "Needs revision", not "rejected". */
export const stateWord = (entity: string, state: string): string =>
  hasBadges(entity) ? statusBadge(entity, state).word : plainWord(state)
