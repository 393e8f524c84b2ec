import { machineFinding } from '#contract/machine-checks.ts'
import type { Tx } from '#server/db/transaction.ts'
import { briefOfDelivery, filesOfDelivery, storeFinding, unreadChecks } from './check-store.ts'

/**
 * Fills in what a delivery's files show for its checks, once one of them has been read. A check that already has a
 * finding keeps it: what both sides have seen is not judged again. Returns the number of checks filled in.
 */
export async function fillFindings(tx: Tx, deliverableId: string): Promise<number> {
  const unread = new Set((await unreadChecks(tx, deliverableId)).map(({ check_id }) => check_id))
  const brief = unread.size === 0 ? null : await briefOfDelivery(tx, deliverableId)
  if (brief === null) return 0
  const files = await filesOfDelivery(tx, deliverableId)
  let filled = 0
  for (const { id, rule } of brief.checks) {
    if (rule === null || !unread.has(id)) continue
    const finding = machineFinding(rule, brief.items, files)
    if (finding !== null) filled += await storeFinding(tx, deliverableId, id, finding)
  }
  return filled
}
