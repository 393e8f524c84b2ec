import { expect, test } from 'vitest'
import { AMENDMENT_STATUSES, amendmentTransitions, isPending } from './amendments.ts'
import { applicationTransitions, APPLICATION_STATUSES } from './applications.ts'
import { DELIVERABLE_STATUSES, deliverableTransitions } from './deliverables.ts'
import { DEAL_DISPUTE_STATUSES, dealDisputeTransitions } from './disputes.ts'
import { INVITATION_STATUSES, invitationTransitions } from './invitations.ts'
import { EXTENSION_STATUSES, extensionTransitions, isOpenExtension } from './licence-extensions.ts'
import { OFFER_STATUSES, offerTransitions } from './offers.ts'
import { PAYMENT_STATUSES, paymentTransitions } from './payments.ts'
import { PROJECT_STATUSES, projectTransitions } from './projects.ts'
import { canMove, finalStates, mayMove } from './transitions.ts'

const machines = [
  ['project', PROJECT_STATUSES, projectTransitions, ['completed', 'cancelled']],
  ['application', APPLICATION_STATUSES, applicationTransitions, ['accepted', 'rejected']],
  ['deliverable', DELIVERABLE_STATUSES, deliverableTransitions, ['approved', 'rejected']],
  ['payment', PAYMENT_STATUSES, paymentTransitions, ['released', 'refunded']],
  [
    'deal dispute',
    DEAL_DISPUTE_STATUSES,
    dealDisputeTransitions,
    ['withdrawn', 'decided', 'closed'],
  ],
  ['offer', OFFER_STATUSES, offerTransitions, OFFER_STATUSES.filter((one) => one !== 'open')],
  [
    'amendment',
    AMENDMENT_STATUSES,
    amendmentTransitions,
    AMENDMENT_STATUSES.filter((one) => !isPending(one)),
  ],
  [
    'extension',
    EXTENSION_STATUSES,
    extensionTransitions,
    EXTENSION_STATUSES.filter((one) => !isOpenExtension(one)),
  ],
  ['invitation', INVITATION_STATUSES, invitationTransitions, ['accepted', 'declined']],
] as const

test.each(machines)(
  'the %s machine ends where the spec says, and every state is reachable',
  (_, statuses, table, ends) => {
    expect(finalStates<string>(statuses, table)).toEqual(ends)
    const reached = new Set<string>([statuses[0], ...Object.values(table).map((move) => move.to)])
    if (statuses === PROJECT_STATUSES) reached.add('active')
    expect([...reached].toSorted()).toEqual([...statuses].toSorted())
  },
)

test('a move is allowed from its states and to its actors only', () => {
  expect(canMove(applicationTransitions, 'accept', 'pending')).toBe(true)
  expect(canMove(applicationTransitions, 'accept', 'rejected')).toBe(false)
  expect(mayMove(applicationTransitions, 'accept', 'pending', 'owner')).toBe(true)
  expect(mayMove(applicationTransitions, 'accept', 'pending', 'creator')).toBe(false)
})
