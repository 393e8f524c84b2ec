import { formatCents, splitPrice } from '#contract/money.ts'
import type { Tx } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { notificationMail } from '../mail/notification-mail.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { type PaymentParties, type PaymentRow, partiesOf } from './payment-store.ts'

/** What a payment's mail says, in the words of its reader. */
interface Letter {
  to: string
  subject: string
  lines: string[]
}

/** Sends letters about one payment with the change they speak of (PAYMENTS rule 6). */
async function post(
  tx: Tx,
  deps: Deps,
  payment: PaymentRow,
  write: (parties: PaymentParties) => Letter[],
) {
  const parties = await partiesOf(tx, payment)
  if (parties === null) return
  const { brandName, publicUrl } = deps.config
  const url = `${publicUrl}/projects/${payment.project_id}`
  for (const letter of write(parties)) {
    const mail = notificationMail(
      { brandName, siteUrl: publicUrl },
      {
        subject: letter.subject,
        heading: letter.subject,
        lines: letter.lines,
        action: { label: 'Open the project', url },
      },
    )
    await queueMail(tx, letter.to, mail)
  }
}

/** To the creator: the money is there, the work can begin. */
export const mailHeld = (tx: Tx, deps: Deps, payment: PaymentRow): Promise<void> =>
  post(tx, deps, payment, (about) => [
    {
      to: about.creator_email,
      subject: `${formatCents(payment.amount)} is held in escrow for “${about.project_title}”`,
      lines: [
        `${about.seller_name} funded the project. You receive ${formatCents(splitPrice(payment.amount).creatorCents)} when the work is approved and the payment is released.`,
      ],
    },
  ])

/** To both: the money is on its way. */
export const mailReleased = (tx: Tx, deps: Deps, payment: PaymentRow): Promise<void> =>
  post(tx, deps, payment, (about) => {
    const { creatorCents, feeCents } = splitPrice(payment.amount)
    return [
      {
        to: about.creator_email,
        subject: `${formatCents(creatorCents)} was released to you`,
        lines: [
          `${about.seller_name} released the payment for “${about.project_title}”. ${formatCents(creatorCents)} went to your Stripe balance.`,
        ],
      },
      {
        to: about.seller_email,
        subject: `Payment released for “${about.project_title}”`,
        lines: [
          `${formatCents(payment.amount)} was released: ${formatCents(creatorCents)} to ${about.creator_name}, ${formatCents(feeCents)} platform fee. The project is completed.`,
        ],
      },
    ]
  })

/** To both: the provider refused, the money is where it was. */
export const mailReleaseFailed = (tx: Tx, deps: Deps, payment: PaymentRow): Promise<void> =>
  post(tx, deps, payment, (about) =>
    [about.seller_email, about.creator_email].map((to) => ({
      to,
      subject: `The payment for “${about.project_title}” could not be released`,
      lines: [
        `The payment provider refused the transfer. ${formatCents(payment.amount)} is still held in escrow and can be released again.`,
      ],
    })),
  )

/** To both: the money went back to the card. */
export const mailRefunded = (tx: Tx, deps: Deps, payment: PaymentRow): Promise<void> =>
  post(tx, deps, payment, (about) =>
    [about.seller_email, about.creator_email].map((to) => ({
      to,
      subject: `${formatCents(payment.amount)} was returned for “${about.project_title}”`,
      lines: [
        `${about.creator_name} returned the payment. It goes back to the card it was paid with.`,
      ],
    })),
  )

/** To both: the card's bank disputes the charge, or has decided. */
export const mailDisputed = (tx: Tx, deps: Deps, payment: PaymentRow): Promise<void> =>
  post(tx, deps, payment, (about) => {
    const amount = formatCents(payment.amount)
    const words = DISPUTE_WORDS[payment.dispute_outcome ?? 'open']
    return [about.seller_email, about.creator_email].map((to) => ({
      to,
      subject: `${words.subject} “${about.project_title}”`,
      lines: [words.line(amount, payment.status === 'held_in_escrow')],
    }))
  })

const DISPUTE_WORDS = {
  open: {
    subject: 'A bank disputes the payment for',
    line: (amount: string, held: boolean) =>
      held
        ? `The card's bank disputes the charge of ${amount}. The money is frozen until the bank decides: it can be neither released nor returned.`
        : `The card's bank disputes the charge of ${amount}. The payment was released already and is marked as disputed.`,
  },
  won: {
    subject: 'The dispute is settled for',
    line: (amount: string, held: boolean) =>
      held
        ? `The bank decided that the charge of ${amount} stands. The money is held in escrow as before.`
        : `The bank decided that the charge of ${amount} stands.`,
  },
  lost: {
    subject: 'The bank took the payment back for',
    line: (amount: string, held: boolean) =>
      held
        ? `The bank decided the dispute for the card's holder: ${amount} went back to the card and is no longer held in escrow.`
        : `The bank decided the dispute for the card's holder: ${amount} went back to the card.`,
  },
}
