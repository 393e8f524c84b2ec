/**
 * The calls of saved searches.
 * In a separate file, because every page loads the calls and few load the rules (saved-searches.ts).
 */
export const savedSearchRoutes = {
  'searches.list': 'GET /api/saved-searches',
  'searches.save': 'POST /api/saved-searches',
  'searches.remove': 'DELETE /api/saved-searches/:id',
} as const
