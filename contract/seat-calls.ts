/**
 * The calls of projects that hire several creators.
 * In a separate file, because every page loads the calls and only some load their rules (seats.ts).
 */
export const seatRoutes = {
  'projects.hires': 'GET /api/projects/:id/hires',
  'projects.hire': 'POST /api/projects/:id/hires',
  'projects.fund': 'POST /api/projects/:id/fund',
  'projects.close_hiring': 'POST /api/projects/:id/close-hiring',
} as const
