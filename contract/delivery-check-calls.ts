/** The calls about a delivery's checks. By themselves: every page knows every call, and few the rules. */
export const deliveryCheckRoutes = {
  'checks.before': 'GET /api/projects/:id/checks',
  'checks.of_delivery': 'GET /api/deliverables/:id/checks',
  'checks.answer': 'POST /api/deliverables/:id/checks',
} as const
