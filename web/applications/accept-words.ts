import { formatUsd } from '#contract/money.ts'
import { numberText } from '#contract/number-text.ts'

/** What the owner is asked before they accept an application. */
export const acceptWords = {
  acceptTitle: (name: string) => `Accept ${name}?`,
  accept: (firstName: string) => `Accept ${firstName}`,
  acceptBusy: 'Accepting...',
  next: 'What happens next',
  notified: (firstName: string) => `We’ll let ${firstName} know, and a conversation opens.`,
  others: (count: number): string => {
    if (count === 0) return 'Nobody else is waiting for an answer.'
    return count === 1
      ? 'We’ll let the other applicant know that it is filled.'
      : `We’ll let the ${numberText(count)} others know that it is filled.`
  },
  /** For a project that wants several: replaces the previous sentence until the last one is hired. */
  stillHiring: (left: number): string =>
    `You can hire ${left} more: everyone else who applied keeps waiting for your answer.`,
  /** Hiring stays possible, so that the two sides can agree on another date. */
  deadlineOver: (day: string, firstName: string) =>
    `The deadline, ${day}, has passed. You can agree on another date once you have hired ${firstName}.`,
  fund: (amount: number) =>
    `Next you fund ${formatUsd(amount)}. It stays in escrow until you approve the work.`,
} as const
