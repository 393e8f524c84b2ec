import { machineFinding } from '#contract/machine-checks.ts'
import type { Tx } from '#server/db/transaction.ts'
import {
  briefOfDelivery,
  deliveryOfFile,
  filesOfDelivery,
  storeFinding,
  unreadChecks,
} from './check-store.ts'

/**
 * Fills in what a handed-in file says of its delivery's checks, once it was read. A check that has its finding keeps it:
 * what both sides saw is not judged again. Answers how many were filled in.
 */
export async function fillFindings(tx: Tx, fileId: string): Promise<number> {
  const delivery = await deliveryOfFile(tx, fileId)
  if (delivery === null) return 0
  const unread = new Set((await unreadChecks(tx, delivery.id)).map(({ check_id }) => check_id))
  const brief = unread.size === 0 ? null : await briefOfDelivery(tx, delivery.id)
  if (brief === null) return 0
  const files = await filesOfDelivery(tx, delivery.id)
  let filled = 0
  for (const { id, rule } of brief.checks) {
    if (rule === null || !unread.has(id)) continue
    const finding = machineFinding(rule, brief.items, files)
    if (finding !== null) filled += await storeFinding(tx, delivery.id, id, finding)
  }
  return filled
}
