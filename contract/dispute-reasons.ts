import type { DisputeSide } from './disputes.ts'

/** The reasons; `by` says who may choose each. The last is used by the clock (decision P16). */
export const DISPUTE_REASONS = {
  not_delivered: { label: 'Nothing usable was delivered', by: ['seller'] },
  not_as_agreed: { label: 'The work is not what was agreed', by: ['seller'] },
  late: { label: 'The work came too late', by: ['seller'] },
  payment_withheld: { label: 'The work is done and the payment is not released', by: ['creator'] },
  brief_changed: { label: 'More is asked for than was agreed', by: ['creator'] },
  no_answer: { label: 'The other side no longer answers', by: ['seller', 'creator'] },
  rights: { label: 'How the content is used, or whose it is', by: ['seller', 'creator'] },
  other: { label: 'Something else', by: ['seller', 'creator'] },
  review_overdue: { label: 'A delivery was not reviewed in time', by: ['system'] },
} as const satisfies Record<string, { label: string; by: readonly (DisputeSide | 'system')[] }>
export type DisputeReason = keyof typeof DISPUTE_REASONS

/** All of them, for validation. */
export const DISPUTE_REASON_NAMES = Object.keys(DISPUTE_REASONS) as [
  DisputeReason,
  ...DisputeReason[],
]

/** The reasons one side may choose from, in order. */
export function reasonsFor(side: DisputeSide): DisputeReason[] {
  return DISPUTE_REASON_NAMES.filter((name) => {
    const by: readonly string[] = DISPUTE_REASONS[name].by
    return by.includes(side)
  })
}
