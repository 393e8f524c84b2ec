import type { RouteKey } from './api.ts'

/**
 * Calls that a person using someone else's open browser must not be able to make. They require a proof of the caller's
 * identity (password, second factor, mailed code) from the last five minutes, or else return account.proof_needed. They
 * cover where money goes, all of a person's data, and every operator's act on money or roles. The auth service requires
 * the same before a password, an address or a second factor changes (AUTH §8); `account.delete` carries a proof of its
 * own.
 */
export const STEP_UP_CALLS: ReadonlySet<RouteKey> = new Set<RouteKey>([
  'payouts.onboard',
  'payouts.dashboard',
  'account.export',
  'operator.decide_dispute',
  'operator.send_bank_evidence',
  'operator.apply_webhook',
  'operator.retry_job',
  'operator.give_up_job',
  'operator.resolve_difference',
  'operator.confirm_proposal',
  'operator.reject_proposal',
  'operator.withdraw_proposal',
  'operator.set_role',
  'operator.begin_view',
])
