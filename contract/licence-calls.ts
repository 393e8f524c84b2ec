/** The calls about licences: the check that anyone may make, and the licence of one's own deal. */
export const licenceRoutes = {
  'licences.check': 'GET /api/licences/:code',
  'licences.of_project': 'GET /api/projects/:id/licence',
} as const
