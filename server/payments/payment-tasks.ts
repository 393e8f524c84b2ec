import type { Deps } from '../deps.ts'
import type { Tasks } from '../jobs/runner.ts'
import { chargeCard } from './payment-charge.ts'
import { applyEvent } from './payment-events.ts'
import { makeRefund, returnDuplicate } from './payment-refund.ts'
import { makeTransfer } from './payment-release.ts'

/** The provider calls that leave from committed jobs. */
export function paymentTasks(deps: Deps) {
  return {
    'payments.charge': (attempt) => chargeCard(deps, attempt),
    'payments.release': ({ payment_id }) => makeTransfer(deps, payment_id),
    'payments.refund': ({ payment_id }) => makeRefund(deps, payment_id),
    'payments.return_duplicate': (duplicate) => returnDuplicate(deps, duplicate),
    'payments.event': ({ event_id }) => applyEvent(deps, event_id),
  } satisfies Partial<Tasks>
}
