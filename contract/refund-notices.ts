import type { EventMove } from './events.ts'
import type { VoidReason } from './licences.ts'
import {
  agreedBack,
  amount,
  fee,
  kept,
  moreMonths,
  part,
  share,
  toBoth,
  toCreator,
  toSeller,
  waysOut,
} from './money-notice.ts'
import { type NoticeFacts, type NoticeLine, quoted } from './notice.ts'

/** Whether it is money for more months that no person ordered back: the licence had become void. */
const isVoid = ({ licence_void: reason }: NoticeFacts) => reason != null

const WHY_VOID: Readonly<Record<VoidReason, string>> = {
  charged_back: "The card's bank took the payment for the project back",
  refunded: 'The payment for the project was returned',
}

function whyRefunded(facts: NoticeFacts): string {
  if (facts.licence_void != null)
    return `${WHY_VOID[facts.licence_void]}, so its licence is void and cannot be extended. What was paid for ${moreMonths(facts)} goes back to the card it was paid with.`
  return facts.decided === true
    ? 'Our support decided that the payment goes back to the card it was paid with.'
    : `${facts.creator_name} returned the payment. It goes back to the card it was paid with.`
}

/** Events of money that goes back to the card it came from, in full or in part, or that cannot go back. */
export const refundNotices = {
  'payment.return_cancelled': {
    seller: toSeller({
      back: true,
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
      back: true,
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
      back: true,
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
      back: true,
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
    sentence: (facts) =>
      isVoid(facts)
        ? `${kept(facts)} for ${moreMonths(facts)} of the licence for ${quoted(facts)} was returned: the licence is void.`
        : `${kept(facts)} was returned for ${quoted(facts)}.`,
    subject: (facts) => `${kept(facts)} was returned for ${quoted(facts)}`,
    line: whyRefunded,
  }),
  'payment.refund_failed': {
    creator: toCreator({
      sentence: (facts) =>
        `The payment for ${quoted(facts)} could not be returned. It is still held.`,
      subject: (facts) => `The payment for ${quoted(facts)} could not be returned`,
      line: (facts) =>
        `The payment provider refused the refund. ${amount(facts)} is still held in escrow${facts.decided === true || isVoid(facts) ? '; it is tried again tomorrow' : '; you can try again'}.`,
    }),
  },
  'payment.refund_stopped': { nobody: 'the dispute that stopped it has a notice of its own' },
  'payment.refund_came_back': toBoth({
    sentence: (facts) => `The return for ${quoted(facts)} came back. The money is held again.`,
    subject: (facts) => `The return for ${quoted(facts)} came back`,
    line: (facts) =>
      `The card's bank did not take the ${amount(facts)}. The money is held in escrow again. ${waysOut(facts)}`,
  }),
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
      `The card's bank did not take what was returned. ${kept(facts)} is held in escrow. ${waysOut(facts)}`,
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
} satisfies Partial<Record<`payment.${EventMove<'payment'>}`, NoticeLine>>
