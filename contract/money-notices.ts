import { FROZEN_SENTENCES } from './deal-words.ts'
import type { EventMove } from './events.ts'
import {
  amount,
  fee,
  held,
  isExtension,
  kept,
  moreMonths,
  share,
  toBoth,
  toCreator,
  toSeller,
  waysOut,
} from './money-notice.ts'
import {
  deliverForm,
  type Notice,
  type NoticeFacts,
  type NoticeLine,
  projectPage,
  quoted,
} from './notice.ts'
import { payoutNotices } from './payout-notices.ts'
import { refundNotices } from './refund-notices.ts'

/** The creator may have kept a file back until now: then handing it in comes first, and the link leads to its form. */
const heldForCreator: Notice = {
  kind: 'payments',
  sentence: (facts) =>
    isExtension(facts)
      ? `${facts.seller_name} paid ${amount(facts)} for ${moreMonths(facts)} of the licence for ${quoted(facts)} (${share(facts)} for you).`
      : `${amount(facts)} is held in escrow for ${quoted(facts)}.${facts.waiting_file == null ? '' : ` You can hand in “${facts.waiting_file}” now.`}`,
  path: (facts) => (facts.waiting_file == null ? projectPage(facts) : deliverForm(facts)),
  mail: {
    subject: (facts) =>
      isExtension(facts)
        ? `The licence for ${quoted(facts)} was extended`
        : `${amount(facts)} is held in escrow for ${quoted(facts)}`,
    lines: (facts) =>
      isExtension(facts)
        ? [
            `${facts.seller_name} paid ${amount(facts)} for ${moreMonths(facts)}. ${share(facts)} goes to your Stripe balance now; there is nothing to hand in.`,
          ]
        : [
            ...(facts.waiting_file == null
              ? []
              : [
                  `“${facts.waiting_file}” is uploaded and not handed in yet. Open the project in the browser in which you chose it: one press hands it in.`,
                ]),
            `${facts.seller_name} funded the project. You receive ${share(facts)} when the work is approved and the payment is released.`,
          ],
    action: 'Open the project',
  },
}

/**
 * A checkout page left unpaid, a declined card. No notice for a card whose bank authenticates its holder (the page asks
 * for that, or the notice of the next attempt), or for an attempt that ended because the project did.
 */
const worthNotifying = ({ project_status, failure, funding_by }: NoticeFacts) =>
  project_status === 'in_progress' && (failure !== null || funding_by === 'page')

const paymentNotices: Record<`payment.${EventMove<'payment'>}`, NoticeLine> = {
  'payment.create': {
    nobody: 'the seller is at it; the creator gets a notice once the money is held',
  },
  // The system retries only a card whose bank authenticates its holder. Someone who chose it just now is shown the
  // page; someone who agreed to its charge days ago is not present.
  'payment.retry': {
    seller: toSeller({
      sentence: (facts) => `Your bank wants you to confirm the payment for ${quoted(facts)}.`,
      subject: (facts) => `Your bank wants you to confirm the payment for ${quoted(facts)}`,
      line: (facts) =>
        `${facts.creator_name} accepted your order, but your saved card could not be charged without you. Nothing was charged yet: open the project and pay ${amount(facts)}, so that your bank can confirm it is you.`,
      when: ({ by_system, buyer_away }) => by_system && buyer_away === true,
    }),
  },
  'payment.hold': {
    creator: heldForCreator,
  },
  'payment.fail': {
    seller: toSeller({
      sentence: (facts) => `The payment for ${quoted(facts)} did not go through.`,
      subject: (facts) => `The payment for ${quoted(facts)} did not go through`,
      line: (facts) =>
        `${facts.failure ?? 'The payment page was closed or ran out of time.'} Nothing was charged; you can try again.`,
      when: worthNotifying,
    }),
  },
  'payment.order_release': {
    nobody: 'the release has a notice of its own, once the provider accepted it',
  },
  'payment.release': {
    creator: toCreator({
      sentence: (facts) => `${share(facts)} was released to you for ${quoted(facts)}.`,
      subject: (facts) => `${share(facts)} was released to you`,
      line: (facts) =>
        `The payment for ${quoted(facts)} was released. ${share(facts)} went to your Stripe balance.`,
    }),
    seller: toSeller({
      sentence: (facts) => `${kept(facts)} was released for ${quoted(facts)}.`,
      subject: (facts) => `Payment released for ${quoted(facts)}`,
      line: (facts) =>
        `${kept(facts)} was released: ${share(facts)} to ${facts.creator_name}, ${fee(facts)} platform fee. The project is completed.`,
      // The notice of the longer licence covers it.
      when: (facts) => !isExtension(facts),
    }),
  },
  'payment.release_failed': toBoth({
    sentence: (facts) =>
      `The payment for ${quoted(facts)} could not be released. It is still held.`,
    subject: (facts) => `The payment for ${quoted(facts)} could not be released`,
    line: (facts) =>
      `The payment provider refused the transfer. ${kept(facts)} is still held in escrow${facts.decided === true ? ': it is tried again tomorrow' : ' and can be released again'}.`,
  }),
  'payment.release_stopped': { nobody: 'the dispute that stopped it has a notice of its own' },
  'payment.transfer_came_back': toBoth({
    sentence: (facts) => `The money released for ${quoted(facts)} came back. It is held again.`,
    subject: (facts) => `The money released for ${quoted(facts)} came back`,
    line: (facts) =>
      `The transfer of ${share(facts)} to ${facts.creator_name} was taken back. ${kept(facts)} is held in escrow again. ${waysOut(facts)}`,
  }),
  'payment.transfer_part_came_back': {
    creator: toCreator({
      sentence: (facts) => `A part of what was sent to you for ${quoted(facts)} was taken back.`,
      subject: (facts) => `A part of what was sent to you for ${quoted(facts)} was taken back`,
      line: () =>
        'The payment provider took it back from your Stripe balance. It is still yours: we will pay it to you another way. The project says how much.',
    }),
  },
  'payment.decide': {
    nobody: 'the decision says it with its reasons; what moved is said then',
  },
  'payment.dispute': toBoth({
    sentence: (facts) =>
      held(facts)
        ? `A bank disputes the payment for ${quoted(facts)}. The money is frozen.`
        : `A bank disputes the payment for ${quoted(facts)}.`,
    subject: (facts) => `A bank disputes the payment for ${quoted(facts)}`,
    line: (facts) =>
      held(facts)
        ? `The card's bank disputes the charge of ${amount(facts)}. ${FROZEN_SENTENCES.bank}`
        : `The card's bank disputes the charge of ${amount(facts)}. The payment was released already and is marked as disputed.`,
  }),
  'payment.dispute_won': toBoth({
    sentence: (facts) => `The dispute about ${quoted(facts)} is settled: the payment stands.`,
    subject: (facts) => `The dispute is settled for ${quoted(facts)}`,
    line: (facts) =>
      `The bank decided that the charge of ${amount(facts)} stands.${held(facts) ? ' The money is held in escrow as before.' : ''}`,
  }),
  'payment.dispute_lost': toBoth({
    sentence: (facts) => `The bank took the payment for ${quoted(facts)} back.`,
    subject: (facts) => `The bank took the payment back for ${quoted(facts)}`,
    line: (facts) =>
      `The bank decided the dispute for the card's holder: ${amount(facts)} went back to the card${facts.payment_status === 'refunded' ? ' and is no longer held in escrow' : ''}.`,
  }),
  ...refundNotices,
}

/** Events of payments and of the accounts they go to. */
export const moneyNotices = { ...paymentNotices, ...payoutNotices }
