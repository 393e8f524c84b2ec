/**
 * The calls of a brand's lists of creators. In a separate file, because every page loads the calls and few load the
 * rules (creator-lists.ts).
 */
export const creatorListRoutes = {
  'lists.all': 'GET /api/creator-lists',
  'lists.create': 'POST /api/creator-lists',
  'lists.rename': 'PATCH /api/creator-lists/:id',
  'lists.remove': 'DELETE /api/creator-lists/:id',
  'lists.people': 'GET /api/creator-lists/:id/creators',
  'lists.add': 'POST /api/creator-lists/:id/creators/:creator_id',
  'lists.note': 'PATCH /api/creator-lists/:id/creators/:creator_id',
  'lists.drop': 'DELETE /api/creator-lists/:id/creators/:creator_id',
  'lists.of_creator': 'GET /api/creators/:id/lists',
  'lists.last_deals': 'GET /api/creator-lists/last-deals',
  'lists.mine': 'GET /api/creator-lists/mine',
} as const
