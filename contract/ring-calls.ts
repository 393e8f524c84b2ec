/** The console's calls about rings: for operators only (operator-calls.ts). */
export const ringRoutes = {
  'operator.rings': 'GET /api/operator/rings',
  'operator.overrule_ring': 'POST /api/operator/rings/:id/overrule',
  'operator.reinstate_ring': 'POST /api/operator/rings/:id/reinstate',
} as const
