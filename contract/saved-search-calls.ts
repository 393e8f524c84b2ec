/** The calls of saved searches. By themselves: every page knows every call, and few the rules (saved-searches.ts). */
export const savedSearchRoutes = {
  'searches.list': 'GET /api/saved-searches',
  'searches.save': 'POST /api/saved-searches',
  'searches.remove': 'DELETE /api/saved-searches/:id',
} as const
