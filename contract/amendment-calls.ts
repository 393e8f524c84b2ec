/** The calls of amendments. By themselves: every page knows every call, and only some the rules (amendments.ts). */
export const amendmentRoutes = {
  'amendments.list': 'GET /api/projects/:id/amendments',
  'amendments.propose': 'POST /api/projects/:id/amendments',
  'amendments.accept': 'POST /api/amendments/:id/accept',
  'amendments.decline': 'POST /api/amendments/:id/decline',
  'amendments.withdraw': 'POST /api/amendments/:id/withdraw',
  'amendments.call_off': 'POST /api/amendments/:id/call-off',
} as const
