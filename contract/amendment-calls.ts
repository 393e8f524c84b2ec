/**
 * The calls of amendments.
 * In a separate file, because every page loads the calls and only some load the rules (amendments.ts).
 */
export const amendmentRoutes = {
  'amendments.list': 'GET /api/projects/:id/amendments',
  'amendments.propose': 'POST /api/projects/:id/amendments',
  'amendments.accept': 'POST /api/amendments/:id/accept',
  'amendments.decline': 'POST /api/amendments/:id/decline',
  'amendments.withdraw': 'POST /api/amendments/:id/withdraw',
  'amendments.call_off': 'POST /api/amendments/:id/call-off',
} as const
