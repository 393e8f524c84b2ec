import { FROZEN_SENTENCES } from './deal-words.ts'
import type { EventMove } from './events.ts'
import { monthsText } from './licence-sentence.ts'
import { formatCents } from './money.ts'
import {
  deliverForm,
  type Notice,
  type NoticeFacts,
  type NoticeLine,
  projectPage,
  projectTab,
  quoted,
  splitOf,
} from './notice.ts'
import { paths } from './paths.ts'
import { REFUND_TIMES_LINE } from './refund-times.ts'

const amount = ({ amount_cents }: NoticeFacts) => formatCents(amount_cents ?? 0)
/**
 * Cents that are the creator's and the platform's: everything except the part that goes back. Stored notices may lack
 * it.
 */
const keptCents = ({ amount_cents, returned_cents }: NoticeFacts) =>
  (amount_cents ?? 0) - (returned_cents ?? 0)
const kept = (facts: NoticeFacts) => formatCents(keptCents(facts))
const part = ({ returned_cents }: NoticeFacts) => formatCents(returned_cents ?? 0)
/** What the last lower price set free. */
const agreedBack = ({ agreed_back_cents }: NoticeFacts) => formatCents(agreed_back_cents ?? 0)
const share = (facts: NoticeFacts) => formatCents(splitOf(facts).creatorCents)
const fee = (facts: NoticeFacts) => formatCents(splitOf(facts).feeCents)
const held = ({ payment_status }: NoticeFacts) => payment_status === 'held_in_escrow'

interface Words {
  sentence: Notice['sentence']
  subject: Notice['mail']['subject']
  line: (facts: NoticeFacts) => string
  /** Money goes back to a card: the mail says how long that takes. */
  back?: true
  when?: Notice['when']
}

const about =
  (path: Notice['path']) =>
  ({ sentence, subject, line, back, when }: Words): Notice => ({
    kind: 'payments',
    sentence,
    path,
    mail: {
      subject,
      lines: (facts) => [line(facts), ...(back === true ? [REFUND_TIMES_LINE] : [])],
      action: 'Open the project',
    },
    ...(when === undefined ? {} : { when }),
  })
const toSeller = about(projectTab('payment'))
const toCreator = about(projectPage)
/** The same words for both. */
const toBoth = (words: Words): NoticeLine => ({
  seller: toSeller(words),
  creator: toCreator(words),
})

/** Of a payment for more months of a licence. */
const isExtension = ({ extension_months: months }: NoticeFacts) => months != null
const moreMonths = ({ extension_months: months }: NoticeFacts) => monthsText(months ?? 0, 'more ')

/** The creator may have kept a file back until now: then that comes first, and the link leads to its form. */
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
 * A page left unpaid, a card declined. No notice for a card whose bank authenticates its holder (the page asks for
 * that, or the notice of the next attempt), or for an attempt that ended because the project did.
 */
const worthNotifying = ({ project_status, failure, funding_by }: NoticeFacts) =>
  project_status === 'in_progress' && (failure !== null || funding_by === 'page')

const paymentNotices: Record<`payment.${EventMove<'payment'>}`, NoticeLine> = {
  'payment.create': {
    nobody: 'the seller is at it; the creator gets a notice once the money is held',
  },
  // Only a card whose bank authenticates its holder is tried again by the system. Someone who chose it just now is shown
  // the page; someone who agreed to its charge days ago is not there.
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
      // The notice of the longer licence says it.
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
      `The transfer of ${share(facts)} to ${facts.creator_name} was taken back. ${kept(facts)} is held in escrow again and can be released or returned.`,
  }),
  'payment.transfer_part_came_back': {
    creator: toCreator({
      sentence: (facts) => `A part of what was sent to you for ${quoted(facts)} was taken back.`,
      subject: (facts) => `A part of what was sent to you for ${quoted(facts)} was taken back`,
      line: () =>
        'The payment provider took it back from your Stripe balance. It is still yours: we will pay it to you another way. The project says how much.',
    }),
  },
  'payment.return_cancelled': {
    seller: toSeller({
      sentence: (facts) =>
        `Your payment of ${amount(facts)} for ${quoted(facts)} arrived after the project was cancelled. It went back to the card.`,
      subject: (facts) => `Your payment for ${quoted(facts)} was returned`,
      line: (facts) =>
        `The project was cancelled while the payment page was open. The ${amount(facts)} paid there went back to the card it was paid with.`,
    }),
    creator: toCreator({
      sentence: (facts) =>
        `A payment for ${quoted(facts)} arrived after the project was cancelled. It went back to the brand's card.`,
      subject: (facts) => `A payment for ${quoted(facts)} was returned`,
      line: (facts) =>
        `${facts.seller_name} paid ${amount(facts)} after the project was cancelled. It went back to their card; nothing is held for the project.`,
    }),
  },
  'payment.return_second': {
    seller: toSeller({
      sentence: (facts) =>
        `You paid ${amount(facts)} for ${quoted(facts)} a second time. The second payment went back to the card.`,
      subject: (facts) => `Your second payment for ${quoted(facts)} was returned`,
      line: (facts) =>
        `The project was paid already. The second ${amount(facts)} went back to the card it was paid with; the first payment is where it was.`,
    }),
    creator: toCreator({
      sentence: (facts) =>
        `${quoted(facts)} was paid a second time. The second payment went back to the brand's card.`,
      subject: (facts) => `A second payment for ${quoted(facts)} was returned`,
      line: (facts) =>
        `${facts.seller_name} paid ${amount(facts)} a second time. It went back to their card; the first payment is where it was.`,
    }),
  },
  'payment.return_refunded': {
    seller: toSeller({
      sentence: (facts) =>
        `Your payment of ${amount(facts)} for ${quoted(facts)} was refunded before it could be held.`,
      subject: (facts) => `Your payment for ${quoted(facts)} was refunded`,
      line: (facts) =>
        `The ${amount(facts)} went back to the card it was paid with. Nothing is held for the project.`,
    }),
    creator: toCreator({
      sentence: (facts) => `A payment for ${quoted(facts)} was refunded before it could be held.`,
      subject: (facts) => `A payment for ${quoted(facts)} was refunded`,
      line: (facts) =>
        `The ${amount(facts)} that ${facts.seller_name} paid went back to their card. Nothing is held for the project.`,
    }),
  },
  'payment.return_late_extra': {
    seller: toSeller({
      sentence: (facts) =>
        `Your payment of ${amount(facts)} for a change to ${quoted(facts)} came too late. It went back to the card.`,
      subject: (facts) => `Your payment for a change to ${quoted(facts)} was returned`,
      line: (facts) =>
        `The change could not be paid any more, so it does not count. The ${amount(facts)} went back to the card it was paid with; the deal stays as you agreed before.`,
    }),
    creator: toCreator({
      sentence: (facts) =>
        `A payment for a change to ${quoted(facts)} came too late. It went back to the brand's card.`,
      subject: (facts) => `A payment for a change to ${quoted(facts)} was returned`,
      line: (facts) =>
        `${facts.seller_name} paid ${amount(facts)} for a change that could not be paid any more, so it does not count. It went back to their card; the deal stays as you agreed before.`,
    }),
  },
  'payment.owe_return': {
    seller: toSeller({
      sentence: (facts) =>
        `The card's bank did not take what was returned for ${quoted(facts)}. We pay it to you another way.`,
      subject: (facts) => `A return for ${quoted(facts)} did not reach the card`,
      line: () =>
        'The money is still yours. Our support writes to you about another way to pay it; the project says how much it is.',
    }),
  },
  'payment.pay_outside': { nobody: 'the person who paid it out agreed with its owner on where to' },
  'payment.order_refund': {
    nobody: 'the return has a notice of its own, once the provider accepted it',
  },
  'payment.refund': toBoth({
    back: true,
    sentence: (facts) => `${kept(facts)} was returned for ${quoted(facts)}.`,
    subject: (facts) => `${kept(facts)} was returned for ${quoted(facts)}`,
    line: (facts) =>
      facts.decided === true
        ? 'Our support decided that the payment goes back to the card it was paid with.'
        : `${facts.creator_name} returned the payment. It goes back to the card it was paid with.`,
  }),
  'payment.refund_failed': {
    creator: toCreator({
      sentence: (facts) =>
        `The payment for ${quoted(facts)} could not be returned. It is still held.`,
      subject: (facts) => `The payment for ${quoted(facts)} could not be returned`,
      line: (facts) =>
        `The payment provider refused the refund. ${amount(facts)} is still held in escrow${facts.decided === true ? '; it is tried again tomorrow' : '; you can try again'}.`,
    }),
  },
  'payment.refund_stopped': { nobody: 'the dispute that stopped it has a notice of its own' },
  'payment.refund_came_back': toBoth({
    sentence: (facts) => `The return for ${quoted(facts)} came back. The money is held again.`,
    subject: (facts) => `The return for ${quoted(facts)} came back`,
    line: (facts) =>
      `The card's bank did not take the ${amount(facts)}. The money is held in escrow again and can be returned or released.`,
  }),
  'payment.decide': {
    nobody: 'the decision says it with its reasons; what moved is said then',
  },
  'payment.order_part_refund': {
    nobody: 'the return has a notice of its own, once the provider accepted it',
  },
  'payment.part_refund': toBoth({
    back: true,
    sentence: (facts) => `${part(facts)} of ${amount(facts)} was returned for ${quoted(facts)}.`,
    subject: (facts) => `${part(facts)} was returned for ${quoted(facts)}`,
    line: (facts) =>
      `As decided, ${part(facts)} goes back to the card it was paid with. Of the ${kept(facts)} left, ${share(facts)} is for ${facts.creator_name} and ${fee(facts)} is the platform fee.`,
  }),
  'payment.part_refund_failed': toBoth({
    sentence: (facts) =>
      `The part decided for ${quoted(facts)} could not be returned. It is still held.`,
    subject: (facts) => `A return for ${quoted(facts)} could not be made`,
    line: (facts) =>
      `The payment provider refused to return ${part(facts)}. ${amount(facts)} is still held in escrow; it is tried again tomorrow.`,
  }),
  'payment.part_refund_stopped': { nobody: 'the dispute that stopped it has a notice of its own' },
  'payment.part_refund_came_back': toBoth({
    sentence: (facts) =>
      `The part returned for ${quoted(facts)} came back. The money is held again.`,
    subject: (facts) => `A return for ${quoted(facts)} came back`,
    line: (facts) =>
      `The card's bank did not take what was returned. ${kept(facts)} is held in escrow and can be released or returned.`,
  }),
  'payment.order_agreed_refund': {
    nobody: 'both agreed on it; the return has a notice once the provider accepted it',
  },
  'payment.agreed_refund': toBoth({
    back: true,
    sentence: (facts) =>
      `${agreedBack(facts)} went back to the card for ${quoted(facts)}, as you agreed. ${amount(facts)} stays held.`,
    subject: (facts) => `${agreedBack(facts)} went back for ${quoted(facts)}`,
    line: (facts) =>
      `You agreed on a price of ${amount(facts)}. ${agreedBack(facts)} goes back to the card it was paid with. Of the ${amount(facts)} that stays held, ${share(facts)} is for ${facts.creator_name} and ${fee(facts)} is the platform fee.`,
  }),
  'payment.agreed_refund_failed': toBoth({
    sentence: (facts) =>
      `What you agreed to return for ${quoted(facts)} could not be returned yet. It is tried again tomorrow.`,
    subject: (facts) => `A return for ${quoted(facts)} could not be made yet`,
    line: (facts) =>
      `The payment provider refused to return ${agreedBack(facts)}. It is still held in escrow beside the agreed ${amount(facts)}; it is tried again tomorrow, and nothing is released before.`,
  }),
  'payment.agreed_refund_stopped': {
    nobody: 'the dispute that stopped it has a notice of its own',
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
}

const payoutNotices: Record<`payout_account.${EventMove<'payout_account'>}`, NoticeLine> = {
  'payout_account.connect': {
    creator: payout({
      sentence: () => 'Your Stripe account is connected. You can apply to projects now.',
      subject: () => 'Your Stripe account is connected',
      line: () => 'Payments can reach you from now on, so you can apply to projects.',
    }),
  },
  'payout_account.restrict': {
    creator: payout({
      sentence: () => 'Your Stripe account cannot receive payments. Please continue its setup.',
      subject: () => 'Your Stripe account needs your attention',
      line: () =>
        'The payment provider says that your account cannot receive payments at the moment. Continue its setup in your settings; until then nothing can be released to you.',
    }),
  },
  'payout_account.close': {
    creator: payout({
      sentence: () => 'Your Stripe account was closed. Please connect a new one.',
      subject: () => 'Your Stripe account was closed',
      line: () =>
        'The payment provider closed your account. Connect a new one in your settings; until then nothing can be released to you.',
    }),
  },
}

/** Events of payments and of the accounts they go to. */
export const moneyNotices = { ...paymentNotices, ...payoutNotices }

function payout({ sentence, subject, line }: Words): Notice {
  return {
    kind: 'payments',
    sentence,
    path: () => paths.payouts,
    mail: { subject, lines: (facts) => [line(facts)], action: 'Open your payouts' },
  }
}
