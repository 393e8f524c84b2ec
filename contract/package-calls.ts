/**
 * The calls of packages.
 * In a separate file, because every page loads the calls and only some load the rules of packages (packages.ts).
 */
export const packageRoutes = {
  'packages.mine': 'GET /api/packages/mine',
  'packages.create': 'POST /api/packages',
  'packages.arrange': 'POST /api/packages/arrange',
  'packages.update': 'PATCH /api/packages/:id',
  'packages.list': 'POST /api/packages/:id/list',
  'packages.pause': 'POST /api/packages/:id/pause',
  'packages.remove': 'DELETE /api/packages/:id',
} as const
