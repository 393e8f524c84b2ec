/** The calls of the board of a project that hires several creators. In a separate file, like seat-calls.ts. */
export const boardRoutes = {
  'projects.board': 'GET /api/projects/:id/board',
  'projects.board_cards': 'GET /api/projects/:id/board/cards',
  'projects.approved_work': 'POST /api/projects/:id/approved-work',
} as const
