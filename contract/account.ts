import type { ErrorEntry } from './error-entry.ts'

/** One's own account as a whole: everything there is of it, and its end. */
export const accountRoutes = {
  'account.export': 'POST /api/account/export',
  'account.delete': 'POST /api/account/delete',
} as const

/** A link to one's own data works this long, in seconds. */
export const EXPORT_LINK_SECONDS = 300

/** What stands where a deleted person's name was; deals that were paid for keep it (decision P31). */
export const DELETED_NAME = 'Deleted account'

export const accountErrors = {
  'account.proof_wrong': { status: 422, message: 'That password or code is not right.' },
  'account.money_held': {
    status: 409,
    message:
      'Money of a project of yours is held in escrow. Release or return it first, then delete your account.',
  },
  'account.money_moving': {
    status: 409,
    message: 'Money of yours is on its way. Wait until it has arrived, then delete your account.',
  },
  'account.disputed': {
    status: 409,
    message: 'A payment of yours is disputed. Wait for the decision, then delete your account.',
  },
} as const satisfies Record<string, ErrorEntry>
