import type { BankEvidence } from '#contract/bank-dispute-schemas.ts'
import { BANK_EVIDENCE_LIMITS as limits } from '#contract/bank-disputes.ts'
import { deliverableStanding } from '#contract/deliverables.ts'
import type { DisputeEvidence } from '#contract/dispute-schemas.ts'
import { formatCents, formatUsd } from '#contract/money.ts'
import { REVIEW_WORDS } from '#contract/review-words.ts'
import { paths } from '#contract/paths.ts'
import { oneRow, sql } from '#server/db/sql.ts'
import type { Deps } from '#server/deps/deps.ts'
import { disputeEvidence } from '#server/disputes/dispute-evidence.ts'
import { agreedCents, type PaymentRow } from '#server/payments/record/payment-store.ts'

/** Characters per message in the summary. The newest messages are quoted until the field is full. */
const MESSAGE_MOST = 300

/**
 * A first draft of the evidence, from the deal's own records, in the provider's fields and within their limits; an
 * operator may edit all of it. It contains nothing of other deals or applicants.
 */
export async function evidenceText(
  deps: Deps,
  payment: PaymentRow,
  now: Date,
): Promise<BankEvidence> {
  const about = { ...payment, payment_id: payment.id }
  // Only the words are used.
  const reader = { id: payment.creator_id, as: 'creator' } as const
  const deal = await disputeEvidence(deps, reader, about, undefined, now)
  const parties = await oneRow<{ customer: string; email: string; creator: string }>(
    deps.pool,
    sql`select coalesce(seller.company_name, seller.name) as customer, seller.email, creator.name as creator
      from profiles seller, profiles creator
      where seller.id = ${payment.seller_id} and creator.id = ${payment.creator_id}`,
  )
  const delivered = deal.deliverables.toReversed()
  const approved = delivered.find(({ status }) => status === 'approved')
  return {
    product_description: cut(
      `${deal.brief.title}\n\n${deal.brief.description}`,
      limits.product_description,
    ),
    service_date: daysOf(delivered),
    customer_name: cut(parties.customer, limits.customer_name),
    customer_email_address: parties.email,
    access_activity_log: wholeLines(timeline(deal, payment), limits.access_activity_log),
    refund_policy_disclosure: [
      'Shown to the customer before they paid: the payment is held until the work is approved.',
      REVIEW_WORDS.held[deps.config.reviewWindowOutcome],
      'Until then the creator can return it to the card, and either side can open a dispute.',
      `Terms: ${deps.config.publicUrl}${paths.terms}`,
    ].join('\n'),
    refund_refusal_explanation: refusal(payment, approved?.reviewed_at ?? null),
    uncategorized_text: wholeLines(
      [...agreement(deal, payment, parties), '', ...messages(deal, parties)],
      limits.uncategorized_text,
    ),
  }
}

interface Parties {
  customer: string
  creator: string
}

function agreement(
  { application, deliverables }: DisputeEvidence,
  payment: PaymentRow,
  { customer, creator }: Parties,
) {
  return [
    `Agreement: ${creator} applied on ${dayOf(application.created_at)} for ${formatUsd(application.first_price)}, and ${customer} accepted.`,
    ...(application.first_price === application.proposed_price
      ? []
      : [`Both agreed on ${formatUsd(application.proposed_price)} since.`]),
    `Charged: ${formatCents(payment.amount)}${payment.funded_at === null ? '' : ` on ${dayOf(payment.funded_at)}`}.`,
    ...(payment.agreed_refund === 0
      ? []
      : [
          `Both agreed on ${formatCents(agreedCents(payment))} since, so that ${formatCents(payment.agreed_refund)} of the charge goes back to the card.`,
        ]),
    `Application: ${cut(flat(application.message), MESSAGE_MOST)}`,
    ...deliverables
      .toReversed()
      .flatMap(({ version, created_at, reviewed_at, post_url, ...rest }) => [
        `Delivery ${version}: ${dayOf(created_at)}, ${DELIVERY_WORDS[deliverableStanding(rest)]}${reviewed_at === null ? '' : ` on ${dayOf(reviewed_at)}`}.`,
        ...(post_url === null ? [] : [`Published at ${post_url}`]),
      ]),
  ]
}

const DELIVERY_WORDS = {
  pending: 'not reviewed yet',
  approved: 'approved',
  rejected: 'a revision was asked for',
  replaced: 'replaced by a newer version',
  decided: 'not reviewed before the dispute was decided',
} as const satisfies Record<ReturnType<typeof deliverableStanding>, string>

/** Newest first, so that the oldest are cut. */
const messages = (deal: DisputeEvidence, { customer, creator }: Parties): string[] =>
  deal.messages.length === 0
    ? []
    : [
        'Messages, newest first:',
        ...deal.messages
          .toReversed()
          .map(
            ({ by, content, files, created_at }) =>
              `${minuteOf(created_at)} ${by === 'seller' ? customer : creator}: ${cut(flat(saidWith(content, files)), MESSAGE_MOST)}`,
          ),
      ]

/** A message's words, then the names of its files: "Here it is. [cut.mp4, notes.pdf]". */
const saidWith = (content: string, files: readonly { file_name: string }[]): string =>
  files.length === 0
    ? content
    : `${content} [${files.map(({ file_name }) => file_name).join(', ')}]`.trim()

/** What was done in the deal and when, according to the product's own records. */
const timeline = ({ events }: DisputeEvidence, payment: PaymentRow): string[] => {
  const done = events.flatMap(({ at, by, kind }) =>
    by === 'seller' || by === 'creator'
      ? [
          {
            at,
            what: `${by === 'seller' ? 'customer' : 'creator'}: ${kind.replace('.', ' ').replaceAll('_', ' ')}`,
          },
        ]
      : [],
  )
  // The provider reports the payment, so its event does not name a side.
  if (payment.funded_at !== null) done.push({ at: payment.funded_at, what: 'customer: paid' })
  return done
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .map(({ at, what }) => `${minuteOf(at)} ${what}`)
}

function refusal(payment: PaymentRow, approvedAt: string | null): string {
  const sentences = [
    ...(approvedAt === null ? [] : [`The work was approved on ${dayOf(approvedAt)}.`]),
    ...(payment.released_at === null
      ? []
      : [`The payment was released to the creator on ${dayOf(payment.released_at)}.`]),
  ]
  return sentences.join(' ')
}

const daysOf = (delivered: DisputeEvidence['deliverables']): string => {
  const [first] = delivered
  return first === undefined ? '' : dayOf(first.created_at)
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const dayOf = (at: string): string => dayFormat.format(new Date(at))
const minuteOf = (at: string): string =>
  `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** At most this many characters, never cutting one in half. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** As many of the first lines as fit. */
function wholeLines(lines: readonly string[], most: number): string {
  let text = ''
  for (const line of lines) {
    const longer = text === '' ? line : `${text}\n${line}`
    if (longer.length > most) break
    text = longer
  }
  return text.trim()
}
