/**
 * The calls of profiles and of the search for creators.
 * In a separate file, because every page loads the calls and few load the rules (profiles.ts).
 */
export const profileRoutes = {
  'profiles.me': 'GET /api/profiles/me',
  'profiles.update': 'PATCH /api/profiles/me',
  'profiles.choose_role': 'POST /api/profiles/me/role',
  'profiles.list': 'GET /api/profiles',
  'profiles.get': 'GET /api/profiles/:id',
  'creators.search': 'GET /api/creators',
  'creators.facets': 'GET /api/creators/facets',
  'creators.saved': 'GET /api/creators/saved',
  'creators.save': 'POST /api/creators/:id/save',
  'creators.unsave': 'DELETE /api/creators/:id/save',
  'dashboard.creator': 'GET /api/dashboard/creator',
  'dashboard.seller': 'GET /api/dashboard/seller',
  'navigation.counts': 'GET /api/navigation/counts',
} as const
