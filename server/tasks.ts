import type { Deps } from './deps.ts'
import { paymentTasks } from './payments/payment-tasks.ts'
import { mailTasks } from './providers/mail/mail-tasks.ts'
import type { Mailer } from './providers/mail/mailer.ts'

/** The work behind every job, one line a domain. Sockets bring theirs: see app.ts. */
export function createTasks(deps: Deps, mailer: Mailer) {
  return {
    ...paymentTasks(deps),
    ...mailTasks({ mailer }),
  }
}
