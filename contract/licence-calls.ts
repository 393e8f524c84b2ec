/**
 * The calls about licences: the check that anyone may make, the licence of a deal for its sides, and its extension by
 * more months.
 */
export const licenceRoutes = {
  'licences.check': 'GET /api/licences/:code',
  'licences.of_project': 'GET /api/projects/:id/licence',
  'extensions.of_project': 'GET /api/projects/:id/extensions',
  'extensions.make': 'POST /api/projects/:id/extensions',
  'extensions.accept': 'POST /api/extensions/:id/accept',
  'extensions.decline': 'POST /api/extensions/:id/decline',
  'extensions.withdraw': 'POST /api/extensions/:id/withdraw',
} as const
