import type { WrittenReview } from '#contract/reputation-schemas.ts'

/** The reviews of the two sides of a finished deal, and their outcome. */
interface DealReviewScript {
  brand: WrittenReview
  creator: WrittenReview
  /** The subject's reply to the brand's review, or to the creator's. */
  answer?: { by: 'creator' | 'brand'; body: string }
  /** Why an operator removed the creator's review. */
  removed?: string
}

const review = (
  [first, second, third]: readonly [number, number, number],
  body: string,
  { again = true, note = '' }: { again?: boolean; note?: string } = {},
): WrittenReview => ({ scores: { first, second, third }, again, body, note })

/** By the title of the deal. Finished deals that are not here have no reviews. */
export const REVIEWS: Readonly<Record<string, DealReviewScript>> = {
  'One table, filmed twice': {
    brand: review(
      [5, 5, 4],
      'Two tables, two lights, and both looked like ours. Maya asked the one question we had forgotten to answer.',
    ),
    creator: review([5, 4, 5], 'The brief fit on one page and the feedback on one line.'),
  },
  'Where does a planter live?': {
    brand: review(
      [4, 4, 3],
      'Lovely pictures. The second version came a day late, and we heard of it on the day.',
    ),
    creator: review(
      [3, 4, 4],
      'Nice to work for. The sizes of the planters were not in the brief.',
    ),
    answer: {
      by: 'creator',
      body: 'Fair. I now say so two days ahead when a shoot depends on the sun.',
    },
  },
  'Breakfast bowls, three mornings': {
    brand: review([5, 4, 5], 'Three mornings, three moods, nothing to change.', {
      note: 'We plan the autumn glaze in September. Keep a week free?',
    }),
    creator: review([5, 5, 5], 'Answers before lunch, pays before dinner.'),
  },
  'One bag, four recipes': {
    brand: review([5, 5, 5], 'She cooked all four. We sold out of two.'),
    creator: review([4, 4, 5], 'Clear about what had to be in the picture, easy about the rest.'),
  },
  'Morning routine with the Tidewell serum': {
    brand: review([4, 5, 5], 'Honest on camera and precise about our claims.'),
    creator: review([4, 3, 4], 'Three people gave notes, and not always the same ones.'),
    answer: { by: 'brand', body: 'True. Notes now come from one person.' },
  },
  'Reading the label of our night serum': {
    brand: review([3, 3, 2], 'Good in the end. We had to ask twice where things stood.', {
      again: false,
    }),
    creator: review([2, 2, 2], 'Ask for Dana on the second floor, she knows.', { again: false }),
    removed: 'It names a member of staff.',
  },
  'Desk setup for the H2 headphones': {
    brand: review([5, 5, 5], 'The cable is never in the picture. We noticed.'),
    creator: review([4, 5, 4], 'They know their product and let me know mine.'),
  },
  'One tote, five outfits': {
    brand: review([5, 4, 4], 'Five outfits, and the tote is the loudest thing in none of them.'),
    creator: review([5, 5, 4], 'Exactly what was agreed, and on time.'),
  },
}
