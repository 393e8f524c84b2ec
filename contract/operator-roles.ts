import type { RouteKey } from './api.ts'

/** The roles of operators (decision 0102). */
export const OPERATOR_ROLES = ['owner', 'finance', 'support', 'read_only'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

export const operatorRoleWords: Record<OperatorRole, string> = {
  owner: 'Owner',
  finance: 'Finance',
  support: 'Support',
  read_only: 'Read only',
}

/** A call of the console. */
export type OperatorCall = Extract<RouteKey, `operator.${string}`>

const EVERYONE = OPERATOR_ROLES
const MONEY = ['owner', 'finance'] as const
const PEOPLE = ['owner', 'support'] as const
const OWNERS = ['owner'] as const

/**
 * The roles that may make each call of the console. The server refuses all others, and the console does not offer it to
 * them.
 */
export const operatorCalls: Readonly<Record<OperatorCall, readonly OperatorRole[]>> = {
  'operator.overview': EVERYONE,
  'operator.people': EVERYONE,
  'operator.person': EVERYONE,
  'operator.projects': EVERYONE,
  'operator.project': EVERYONE,
  'operator.deliverables': EVERYONE,
  'operator.payments': EVERYONE,
  'operator.payment': EVERYONE,
  'operator.webhooks': EVERYONE,
  'operator.webhook_deliveries': EVERYONE,
  'operator.jobs': EVERYONE,
  'operator.differences': EVERYONE,
  'operator.activity': EVERYONE,
  'operator.bank_dispute': EVERYONE,
  'operator.disputes': EVERYONE,
  'operator.dispute': EVERYONE,
  'operator.dispute_evidence': EVERYONE,
  'operator.documents': EVERYONE,
  'operator.document': EVERYONE,
  'operator.deal_reviews': EVERYONE,
  'operator.reports': EVERYONE,
  'operator.report': EVERYONE,
  'operator.sanctions': EVERYONE,
  'operator.appeals': EVERYONE,
  'operator.rings': EVERYONE,
  'operator.operators': EVERYONE,
  'operator.proposals': EVERYONE,

  'operator.decide_dispute': MONEY,
  'operator.send_bank_evidence': MONEY,
  'operator.apply_webhook': MONEY,
  'operator.retry_job': MONEY,
  'operator.give_up_job': MONEY,
  'operator.take_difference': MONEY,
  'operator.note_difference': MONEY,
  'operator.resolve_difference': MONEY,
  'operator.confirm_proposal': MONEY,
  'operator.reject_proposal': MONEY,
  'operator.withdraw_proposal': MONEY,

  'operator.ban': PEOPLE,
  'operator.unban': PEOPLE,
  'operator.end_sessions': PEOPLE,
  'operator.begin_view': PEOPLE,
  'operator.end_view': PEOPLE,
  'operator.hide_deal_review': PEOPLE,
  'operator.take_report': PEOPLE,
  'operator.dismiss_report': PEOPLE,
  'operator.act_on_report': PEOPLE,
  'operator.answer_appeal': PEOPLE,
  'operator.overrule_ring': PEOPLE,
  'operator.reinstate_ring': PEOPLE,

  'operator.set_role': OWNERS,
}

/** The calls that a role may make. */
export const callsOf = (role: OperatorRole): string[] =>
  Object.entries(operatorCalls).flatMap(([call, roles]) => (roles.includes(role) ? [call] : []))

/** Returns whether a role may make a call of the console; false for any call outside the console. */
export const roleMay = (role: OperatorRole, call: RouteKey): boolean =>
  call in operatorCalls && operatorCalls[call as OperatorCall].includes(role)
