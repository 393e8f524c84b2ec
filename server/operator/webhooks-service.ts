import { execute, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { type Acted, recordAct } from '#server/operator/acts/operator-acts.ts'
import { numberedPage } from '#server/operator/acts/operator-pages.ts'
import { findWebhooks, lockWebhook } from './webhooks-store.ts'
import { presentWebhook } from './operator-presenter.ts'

/** A page of the inbox of provider events, newest first. */
export async function webhooks(deps: Deps, search: Parameters<typeof findWebhooks>[1]) {
  const { rows, next } = numberedPage(await findWebhooks(deps.pool, search))
  return { rows: rows.map(presentWebhook), next }
}

/**
 * Has the job apply an event again. The job rereads the object and only moves forward, so a repeated run does not
 * change anything that is correct.
 */
export async function applyWebhookAgain(
  deps: Deps,
  { viewer, number, reason }: { viewer: Viewer; number: string; reason: string },
): Promise<Acted> {
  return inTransaction(deps.pool, async (tx) => {
    const event = foundOr404(await lockWebhook(tx, number))
    await execute(
      tx,
      sql`update webhook_events set applied_at = null, ignored = false where number = ${number}`,
    )
    await enqueue(tx, 'payments.event', { event_id: event.event_id })
    return recordAct(tx, {
      actorId: viewer.id,
      act: 'apply_webhook',
      subject: 'webhook',
      subjectId: number,
      subjectName: `${event.type} ${event.event_id}`,
      reason,
    })
  })
}
