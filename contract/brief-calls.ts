/**
 * The calls of brief templates.
 * In a separate file, because every page loads the calls and only some load the rules of briefs (briefs.ts).
 */
export const briefRoutes = {
  'brief_templates.list': 'GET /api/brief-templates',
  'brief_templates.save': 'POST /api/brief-templates',
  'brief_templates.remove': 'DELETE /api/brief-templates/:id',
} as const
