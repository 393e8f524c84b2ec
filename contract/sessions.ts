/**
 * The user's own sessions, for the Security section of the settings. Signing out the current session is the auth
 * service's own call.
 */
export const sessionRoutes = {
  'sessions.list': 'GET /api/sessions',
  'sessions.end': 'DELETE /api/sessions/:id',
} as const
