/** One's own sessions, for the Security section of the settings. Signing out here is the auth service's own call. */
export const sessionRoutes = {
  'sessions.list': 'GET /api/sessions',
  'sessions.end': 'DELETE /api/sessions/:id',
} as const
