import type { ErrorEntry } from './error-entry.ts'
import type { TransitionTable } from './transitions.ts'

/* Decisions about money that need two operators (decision 0108): one proposes, another confirms. The calls are in
   operator-calls.ts. */

/** The calls of the console that decide about an amount; each may need a second person. */
export const PROPOSED_ACTS = ['decide_dispute', 'resolve_difference'] as const
export type ProposedAct = (typeof PROPOSED_ACTS)[number]

export const PROPOSAL_STATUSES = [
  'proposed',
  'confirmed',
  'withdrawn',
  'rejected',
  'expired',
  'overtaken',
] as const
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number]

/**
 * proposed ─confirm──→ confirmed   by another operator; carried out in the same transaction
 *    ├─withdraw─→ withdrawn        by its proposer
 *    ├─reject───→ rejected         by another operator
 *    ├─expire───→ expired          no one answered for PROPOSAL_DAYS
 *    └─overtake─→ overtaken        it cannot be done as it was proposed: the two sides agreed, a bank disputes the charge, the
 *                                  amount changed, or its proposer lost the role
 */
export const proposalTransitions = {
  confirm: { from: ['proposed'], to: 'confirmed', by: ['another'] },
  withdraw: { from: ['proposed'], to: 'withdrawn', by: ['proposer'] },
  reject: { from: ['proposed'], to: 'rejected', by: ['another'] },
  expire: { from: ['proposed'], to: 'expired', by: ['system'] },
  overtake: { from: ['proposed'], to: 'overtaken', by: ['system'] },
} as const satisfies TransitionTable<ProposalStatus, 'proposer' | 'another' | 'system'>
export type ProposalMove = keyof typeof proposalTransitions

/** Days after which a proposal expires. Our choice. */
export const PROPOSAL_DAYS = 7

/** The default of `OPERATOR_SECOND_PERSON_FROM_CENTS`: $1,000.00. Our choice. */
export const SECOND_PERSON_FROM_CENTS = 100_000

export const proposalErrors = {
  'proposal.own': {
    status: 409,
    message: 'You proposed this. Someone else confirms or rejects it.',
  },
  'proposal.not_yours': {
    status: 409,
    message: 'Someone else proposed this. You can confirm or reject it.',
  },
  'proposal.already_open': {
    status: 409,
    message: 'A decision is already proposed. It is confirmed, rejected or withdrawn first.',
  },
  'proposal.not_open': { status: 409, message: 'This proposal is over.' },
  'proposal.differs': {
    status: 409,
    message: 'That is not what was proposed. Reload the page and read it again.',
  },
  'proposal.overtaken': {
    status: 409,
    message:
      'Something changed since this was proposed, so nothing was done. Look at it again and make a new proposal.',
  },
  'proposal.expired': {
    status: 409,
    message: `Nobody confirmed this within ${PROPOSAL_DAYS} days. Propose it again.`,
  },
  'proposal.no_second_person': {
    status: 409,
    message:
      'This amount needs a second operator with the role Owner or Finance, and there is none. Give someone the role on the page Operators, or raise OPERATOR_SECOND_PERSON_FROM_CENTS.',
  },
} as const satisfies Record<string, ErrorEntry>
