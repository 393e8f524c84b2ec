/**
 * The calls about a delivery's checks. In a separate file, because every page loads the calls and few load the rules.
 */
export const deliveryCheckRoutes = {
  'checks.before': 'GET /api/projects/:id/checks',
  'checks.of_delivery': 'GET /api/deliverables/:id/checks',
  'checks.answer': 'POST /api/deliverables/:id/checks',
} as const
