/** The calls of brief templates. By themselves: every page knows every call, and only some what is in a brief (briefs.ts). */
export const briefRoutes = {
  'brief_templates.list': 'GET /api/brief-templates',
  'brief_templates.save': 'POST /api/brief-templates',
  'brief_templates.remove': 'DELETE /api/brief-templates/:id',
} as const
