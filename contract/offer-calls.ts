/** The calls of offers. By themselves: every page knows every call, and only some the rules of offers (offers.ts). */
export const offerRoutes = {
  'offers.list': 'GET /api/applications/:id/offers',
  'offers.make': 'POST /api/applications/:id/offers',
  'offers.accept': 'POST /api/offers/:id/accept',
  'offers.decline': 'POST /api/offers/:id/decline',
  'offers.withdraw': 'POST /api/offers/:id/withdraw',
  'offers.waiting': 'GET /api/offers/waiting',
} as const
