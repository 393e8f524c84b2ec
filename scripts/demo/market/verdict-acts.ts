import type { Session } from '#scripts/demo/session.ts'
import type { MarketDeal } from './deal.ts'
import { type Acts, chosenOf, moneyOf, type Play, present } from './play.ts'
import { REVIEWS } from './reviews.ts'

function disputeOf(play: Play): NonNullable<MarketDeal['dispute']> {
  return present(play.deal.dispute, 'dispute')
}

const reviewsOf = async (play: Play, reader: Session) =>
  present(
    (await reader.call('reputation.of_deal', { params: { id: play.projectId } })).reviews,
    'reviews of this deal',
  )
const saidOf = ({ deal }: Play) => present(REVIEWS[deal.title], 'words about this deal')

/** The two sides' disputes and reviews, and the operator's decisions. */
export const VERDICT_ACTS = {
  open_dispute: async (play) => {
    const { by, reason, statement } = disputeOf(play)
    const { id } = await moneyOf(play)
    const opener = by === 'seller' ? play.seller : chosenOf(play)
    const opened = await opener.call('disputes.open', {
      params: { id },
      body: { reason, statement },
    })
    play.disputeId = opened.id
  },
  answer_dispute: async (play) => {
    const { by, answer } = disputeOf(play)
    const respondent = by === 'seller' ? chosenOf(play) : play.seller
    await respondent.call('disputes.state', {
      params: { id: play.disputeId },
      body: { statement: present(answer, 'answer') },
    })
  },
  decide: async (play) => {
    await play.operator.call('operator.decide_dispute', {
      params: { id: play.disputeId },
      body: present(disputeOf(play).decision, 'decision'),
    })
  },
  review_by_creator: async (play) => {
    const creator = chosenOf(play)
    const { mine } = await reviewsOf(play, creator)
    await creator.call('reputation.write', { params: { id: mine.id }, body: saidOf(play).creator })
  },
  review_by_brand: async (play) => {
    const { mine } = await reviewsOf(play, play.seller)
    await play.seller.call('reputation.write', {
      params: { id: mine.id },
      body: saidOf(play).brand,
    })
  },
  answer_review: async (play) => {
    const { by, body } = present(saidOf(play).answer, 'answer')
    const subject = by === 'brand' ? play.seller : chosenOf(play)
    const { theirs } = await reviewsOf(play, subject)
    await subject.call('reputation.answer', { params: { id: theirs.id }, body: { body } })
  },
  remove_review: async (play) => {
    const { theirs } = await reviewsOf(play, play.seller)
    const reason = present(saidOf(play).removed, 'reason')
    await play.operator.call('operator.hide_deal_review', {
      params: { id: theirs.id },
      body: { reason },
    })
  },
} as const satisfies Acts
