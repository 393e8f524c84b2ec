/** The calls that do the same to several applications of a board. In a file of their own, as seat-calls.ts. */
export const bulkRoutes = {
  'projects.shortlist': 'POST /api/projects/:id/shortlist',
  'projects.decline': 'POST /api/projects/:id/decline',
  'projects.offer': 'POST /api/projects/:id/offers',
} as const
