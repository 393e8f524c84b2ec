import type { ErrorEntry } from './error-entry.ts'

/** The reader's own account as a whole: its export and its deletion. */
export const accountRoutes = {
  'account.export': 'POST /api/account/export',
  'account.delete': 'POST /api/account/delete',
  'account.log': 'GET /api/account/log',
} as const

/** How long an export link works, in seconds. */
export const EXPORT_LINK_SECONDS = 300

/** Replaces a deleted person's name, except in deals that were paid for (decision P31). */
export const DELETED_NAME = 'Deleted account'

export const accountErrors = {
  /** The sign-in is too old for this call (STEP_UP_CALLS): prove identity again, and repeat the call. */
  'account.proof_needed': { status: 403, message: 'Confirm that it is you to do this.' },
  'account.proof_wrong': { status: 422, message: 'This password or code is incorrect.' },
  'account.money_held': {
    status: 409,
    message:
      'Money for one of your projects is held in escrow. Release or return it first, then delete your account.',
  },
  'account.money_moving': {
    status: 409,
    message:
      'Some of your money is on its way. Wait until it has arrived, then delete your account.',
  },
  'account.disputed': {
    status: 409,
    message: 'One of your payments is disputed. Wait for the decision, then delete your account.',
  },
} as const satisfies Record<string, ErrorEntry>
