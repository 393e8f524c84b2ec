/** The calls of projects that hire several creators. By themselves: every page knows every call, and only some their rules (seats.ts). */
export const seatRoutes = {
  'projects.hires': 'GET /api/projects/:id/hires',
  'projects.hire': 'POST /api/projects/:id/hires',
  'projects.fund': 'POST /api/projects/:id/fund',
  'projects.close_hiring': 'POST /api/projects/:id/close-hiring',
} as const
