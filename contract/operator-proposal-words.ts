import { formatCents } from './money.ts'
import { PROPOSAL_DAYS, type ProposedAct } from './operator-proposals.ts'

/** What is proposed, as the console, its activity and the mails say it: "a decision: $200.00 of $1,200.00 goes back". */
export function proposalSentence(
  act: ProposedAct,
  { cents, returnedCents }: { cents: number; returnedCents: number },
): string {
  if (act === 'resolve_difference') return `a payout by hand: ${formatCents(cents)}`
  if (returnedCents === 0) return `a decision: ${formatCents(cents)} is released`
  if (returnedCents === cents) return `a decision: ${formatCents(cents)} goes back to the card`
  return `a decision: ${formatCents(returnedCents)} of ${formatCents(cents)} goes back to the card`
}

/** The console's words for proposals. */
export const proposalWords = {
  title: 'Waiting for a second person',
  waits: 'It waits for a second person.',
  propose: 'Propose',
  proposeHint: 'This amount needs two people. Someone else confirms it before any money moves.',
  proposeAsk: 'Propose this decision?',
  proposed: 'Proposed',
  proposedText: 'Nothing moves until someone else confirms it.',
  refused: 'It could not be proposed',
  payoutTitle: (kind: string) => `Propose to resolve ${kind}`,
  payoutHint: (owed: string) =>
    `${owed} is owed. Do not pay it out yet: this amount needs two people. Whoever confirms it pays it out, outside of Stripe; it is then booked as paid by that person and cannot be taken back.`,
  confirm: 'Confirm',
  confirmAsk: 'Confirm this decision?',
  confirmText: 'It is carried out at once, exactly as it was proposed, and cannot be undone.',
  payoutAmount: 'To be paid out',
  payoutConfirmText:
    'Pay it out first, outside of Stripe; it is then booked as paid by you and cannot be taken back.',
  confirmed: 'Confirmed',
  reject: 'Reject',
  rejectAsk: 'Reject this proposal?',
  rejectText: 'Nothing is done. It can be proposed again.',
  rejected: 'Rejected',
  withdraw: 'Withdraw',
  withdrawAsk: 'Withdraw your proposal?',
  withdrawn: 'Withdrawn',
  by: (name: string) => `Proposed by ${name}`,
  byYou: 'Proposed by you',
  until: 'Until',
  count: 'Decisions to confirm',
  mailSubject: 'A decision waits for you',
  mailLine: (name: string, sentence: string) =>
    `${name} proposed ${sentence}. It needs a second person: confirm or reject it in the operator’s console within ${PROPOSAL_DAYS} days.`,
  mailAction: 'Open the console',
} as const
