/** The calls of blocking. By themselves: every page knows every call, and few the rules (blocks.ts). `:id` is the other person. */
export const blockRoutes = {
  'blocks.list': 'GET /api/blocks',
  'blocks.get': 'GET /api/blocks/:id',
  'blocks.add': 'POST /api/blocks/:id',
  'blocks.remove': 'DELETE /api/blocks/:id',
} as const
