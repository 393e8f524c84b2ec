/**
 * The calls of offers.
 * In a separate file, because every page loads the calls and only some load the rules of offers (offers.ts).
 */
export const offerRoutes = {
  'offers.list': 'GET /api/applications/:id/offers',
  'offers.make': 'POST /api/applications/:id/offers',
  'offers.accept': 'POST /api/offers/:id/accept',
  'offers.decline': 'POST /api/offers/:id/decline',
  'offers.withdraw': 'POST /api/offers/:id/withdraw',
  'offers.waiting': 'GET /api/offers/waiting',
} as const
