/** The calls of web push: the settings make them, and nothing else. */
export const pushRoutes = {
  'push.state': 'GET /api/push',
  'push.subscribe': 'POST /api/push/subscription',
  'push.unsubscribe': 'DELETE /api/push/subscription',
} as const
