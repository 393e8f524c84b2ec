import type { Deps } from './deps.ts'
import { paymentTasks } from './payments/payment-tasks.ts'

/** The work behind every job, one line a domain. Sockets bring theirs: see app.ts. */
export function createTasks(deps: Deps) {
  return {
    ...paymentTasks(deps),
  }
}
