/**
 * The calls of deal reviews.
 * In a separate file, because every page loads the calls and only some load the rules of reviews (reputation.ts).
 */
export const reputationRoutes = {
  'reputation.of_deal': 'GET /api/projects/:id/reviews',
  'reputation.write': 'POST /api/deal-reviews/:id',
  'reputation.ask': 'POST /api/deal-reviews/:id/ask',
  'reputation.answer': 'POST /api/deal-reviews/:id/answer',
  'reputation.of_profile': 'GET /api/profiles/:id/reviews',
  // The console's calls (operator-calls.ts): for operators only.
  'operator.deal_reviews': 'GET /api/operator/deal-reviews',
  'operator.hide_deal_review': 'POST /api/operator/deal-reviews/:id/hide',
} as const
