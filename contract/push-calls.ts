/** The calls of web push. Only the settings make them. */
export const pushRoutes = {
  'push.state': 'GET /api/push',
  'push.subscribe': 'POST /api/push/subscription',
  'push.unsubscribe': 'DELETE /api/push/subscription',
} as const
