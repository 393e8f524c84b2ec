/** The calls that apply the same action to several applications of a board. In a separate file, like seat-calls.ts. */
export const bulkRoutes = {
  'projects.shortlist': 'POST /api/projects/:id/shortlist',
  'projects.decline': 'POST /api/projects/:id/decline',
  'projects.offer': 'POST /api/projects/:id/offers',
} as const
