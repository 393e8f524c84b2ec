/** The texts of a dispute's forms. Separate from its rules (disputes.ts), which every page of a deal loads. */
export const disputeMessages = {
  reasonRequired: 'Choose a reason.',
  statementRequired: 'Say what happened, so that it can be decided.',
  decisionReasonRequired: 'Give the reason: both sides read it.',
  splitAmount: 'A split returns more than zero and less than the full amount.',
} as const
