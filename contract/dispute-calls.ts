/**
 * The calls of deal disputes.
 * In a separate file, because every page loads the calls and only some load the rules of disputes (disputes.ts).
 */
export const disputeRoutes = {
  'disputes.for_project': 'GET /api/projects/:id/disputes',
  'disputes.open': 'POST /api/payments/:id/disputes',
  'disputes.state': 'POST /api/disputes/:id/statements',
  'disputes.withdraw': 'POST /api/disputes/:id/withdraw',
  'disputes.evidence': 'GET /api/disputes/:id/evidence',
  // The console's calls (operator-calls.ts): for operators only.
  'operator.disputes': 'GET /api/operator/disputes',
  'operator.dispute': 'GET /api/operator/disputes/:id',
  'operator.dispute_evidence': 'GET /api/operator/disputes/:id/evidence',
  'operator.decide_dispute': 'POST /api/operator/disputes/:id/decision',
} as const
