/**
 * The calls of reports and of what follows from them.
 * In a separate file, because every page loads the calls and few load the rules (reports.ts).
 */
export const reportRoutes = {
  'reports.create': 'POST /api/reports',
  // For the person concerned, or with the key from the mail for someone who can no longer sign in.
  'sanctions.get': 'GET /api/sanctions/:id',
  'sanctions.appeal': 'POST /api/sanctions/:id/appeal',
  // The console's calls (operator-calls.ts): for operators only.
  'operator.reports': 'GET /api/operator/reports',
  'operator.report': 'GET /api/operator/reports/:id',
  'operator.take_report': 'POST /api/operator/reports/:id/take',
  'operator.dismiss_report': 'POST /api/operator/reports/:id/dismiss',
  'operator.act_on_report': 'POST /api/operator/reports/:id/act',
  'operator.sanctions': 'GET /api/operator/sanctions',
  'operator.appeals': 'GET /api/operator/appeals',
  'operator.answer_appeal': 'POST /api/operator/appeals/:id/answer',
} as const
