import type { ErrorEntry } from './error-entry.ts'

/** How many people one person may block. Our choice. */
export const BLOCKED_PEOPLE = 1_000

export const blockErrors = {
  'block.self': { status: 409, message: 'You cannot block yourself.' },
  'block.too_many': {
    status: 409,
    message: 'You have blocked 1,000 people already. Unblock someone first.',
  },
} as const satisfies Record<string, ErrorEntry>
