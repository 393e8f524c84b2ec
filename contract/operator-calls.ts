/**
 * The operator's console: what the market's operators see and may do. Its calls exist only for operators (configured
 * addresses, signed in with a second factor); for everyone else they do not exist. In a separate file, because every
 * page loads the calls and only the console loads their bounds (operator.ts).
 */
export const operatorRoutes = {
  'operator.overview': 'GET /api/operator/overview',
  'operator.people': 'GET /api/operator/people',
  'operator.person': 'GET /api/operator/people/:id',
  'operator.ban': 'POST /api/operator/people/:id/ban',
  'operator.unban': 'POST /api/operator/people/:id/unban',
  'operator.end_sessions': 'POST /api/operator/people/:id/end-sessions',
  'operator.begin_view': 'POST /api/operator/people/:id/view',
  'operator.end_view': 'POST /api/operator/views/:id/end',
  'operator.projects': 'GET /api/operator/projects',
  'operator.project': 'GET /api/operator/projects/:id',
  'operator.deliverables': 'GET /api/operator/projects/:id/deliverables',
  'operator.payments': 'GET /api/operator/payments',
  'operator.payment': 'GET /api/operator/payments/:id',
  'operator.webhooks': 'GET /api/operator/webhooks',
  'operator.webhook_deliveries': 'GET /api/operator/webhooks/deliveries',
  'operator.apply_webhook': 'POST /api/operator/webhooks/:number/apply',
  'operator.jobs': 'GET /api/operator/jobs',
  'operator.retry_job': 'POST /api/operator/jobs/:number/retry',
  'operator.give_up_job': 'POST /api/operator/jobs/:number/give-up',
  'operator.differences': 'GET /api/operator/differences',
  'operator.take_difference': 'POST /api/operator/differences/:number/take',
  'operator.note_difference': 'POST /api/operator/differences/:number/note',
  'operator.resolve_difference': 'POST /api/operator/differences/:number/resolve',
  'operator.activity': 'GET /api/operator/activity',
  'operator.operators': 'GET /api/operator/operators',
  'operator.set_role': 'POST /api/operator/operators/:id/role',
  'operator.proposals': 'GET /api/operator/proposals',
  'operator.confirm_proposal': 'POST /api/operator/proposals/:id/confirm',
  'operator.reject_proposal': 'POST /api/operator/proposals/:id/reject',
  'operator.withdraw_proposal': 'POST /api/operator/proposals/:id/withdraw',
  'operator.bank_dispute': 'GET /api/operator/payments/:id/bank-dispute',
  'operator.send_bank_evidence': 'POST /api/operator/payments/:id/bank-dispute/evidence',
} as const
