import { monthsText } from './licence-sentence.ts'
import { formatCents } from './money.ts'
import {
  type Notice,
  type NoticeFacts,
  type NoticeLine,
  projectPage,
  projectTab,
  splitOf,
} from './notice.ts'
import { REFUND_TIMES_LINE } from './refund-times.ts'

/** The building blocks of money notices: amounts as text, and the pages they link to. */

export const amount = ({ amount_cents }: NoticeFacts) => formatCents(amount_cents ?? 0)
/**
 * Returns the creator's and the platform's cents: everything except the part that is returned. Stored notices may lack
 * that part.
 */
export const keptCents = ({ amount_cents, returned_cents }: NoticeFacts) =>
  (amount_cents ?? 0) - (returned_cents ?? 0)
export const kept = (facts: NoticeFacts) => formatCents(keptCents(facts))
export const part = ({ returned_cents }: NoticeFacts) => formatCents(returned_cents ?? 0)
/** The amount that the last lower price set free. */
export const agreedBack = ({ agreed_back_cents }: NoticeFacts) =>
  formatCents(agreed_back_cents ?? 0)
export const share = (facts: NoticeFacts) => formatCents(splitOf(facts).creatorCents)
export const fee = (facts: NoticeFacts) => formatCents(splitOf(facts).feeCents)
/** What each side can do with held money: only the brand can release it, only the creator can return it. */
export const waysOut = ({ seller_name, creator_name }: NoticeFacts) =>
  `${seller_name} can release it, or ${creator_name} can return it.`
export const held = ({ payment_status }: NoticeFacts) => payment_status === 'held_in_escrow'
/** For a payment for more months of a licence. */
export const isExtension = ({ extension_months: months }: NoticeFacts) => months != null
export const moreMonths = ({ extension_months: months }: NoticeFacts) =>
  monthsText(months ?? 0, 'more ')

export interface Words {
  sentence: Notice['sentence']
  subject: Notice['mail']['subject']
  line: (facts: NoticeFacts) => string
  /** Money is returned to a card: the mail says how long that takes. */
  back?: true
  when?: Notice['when']
}

export const about =
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
export const toSeller = about(projectTab('payment'))
export const toCreator = about(projectPage)
/** The same text for both sides. */
export const toBoth = (words: Words): NoticeLine => ({
  seller: toSeller(words),
  creator: toCreator(words),
})
