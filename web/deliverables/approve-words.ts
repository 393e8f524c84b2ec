import { formatUsd } from '#contract/money.ts'
import type { Payment } from '#contract/payment-schemas.ts'

/** The words a seller reads before approving or releasing. */
export const approveWords = {
  title: 'Approve this deliverable?',
  told: (file: string, creator: string) =>
    `“${file}” is marked approved, and we let ${creator} know. An approval cannot be undone.`,
  /** Nothing of the file can be shown, and its original is still locked. */
  unseen:
    'No preview of it could be made, so you would approve it unseen. To get a file you can look at, request a revision.',
  approve: 'Approve',
  approveOnly: 'Approve only',
  /** SPEC §8. */
  approved: 'Deliverable approved successfully',
  approveAndRelease: ({ creator_amount }: Payment) =>
    `Approve and release ${formatUsd(creator_amount)}`,
  /** The effect of a release; the amounts are the server's. */
  releases: (payment: Payment, creator: string) =>
    `Releasing sends ${creator} ${formatUsd(payment.creator_amount)} of the ${formatUsd(payment.amount)} held; the platform fee is ${formatUsd(payment.fee_amount)}. It completes the project, and released money cannot be taken back.`,
  stays: 'Otherwise the money stays held, and you can release it on the Payment tab.',
  openChanges: (changes: number) =>
    changes === 0
      ? 'Changes are still open. Approve anyway?'
      : `${changes} ${changes === 1 ? 'change is' : 'changes are'} still open. Approve anyway?`,
  waives:
    'You asked for them in the review room. They are closed as waived, and nothing more is asked for.',
  look: 'Look at them',
  anyway: 'Approve anyway',
  openTitle: 'Not everything is reviewed yet',
  /** A file name in quotation marks; versions may share a name. */
  file: (name: string, version: number) =>
    version > 1 ? `“${name}” (version ${version})` : `“${name}”`,
  waits: (file: string) => `${file} waits for your review.`,
  revised: (file: string) => `You asked for a revision of ${file}.`,
} as const
