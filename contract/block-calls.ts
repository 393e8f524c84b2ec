/**
 * The calls of blocking.
 * In a separate file, because every page loads the calls and few load the rules (blocks.ts). `:id` is the other person.
 */
export const blockRoutes = {
  'blocks.list': 'GET /api/blocks',
  'blocks.get': 'GET /api/blocks/:id',
  'blocks.add': 'POST /api/blocks/:id',
  'blocks.remove': 'DELETE /api/blocks/:id',
} as const
