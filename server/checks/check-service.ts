import type { ChecksBefore, DeliveryChecks } from '#contract/delivery-check-schemas.ts'
import { uploadsOf } from '#contract/delivered-pieces.ts'
import { itemCalled } from '#contract/brief-item-words.ts'
import { machineFinding } from '#contract/machine-checks.ts'
import type { Queryable } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, assertMay, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { mayAnswerChecks, mayReadChecks, readsAnswers } from './check-policy.ts'
import * as store from './check-store.ts'

/**
 * Returns what the machine checks will find for an accepted creator's uploads. Throws 404 for everyone else, and for
 * another person's file.
 */
export async function checksBefore(
  { pool }: Deps,
  viewer: Viewer,
  projectId: string,
  query: { file?: string | undefined; files?: string | undefined },
): Promise<ChecksBefore> {
  const { version, items, checks } = foundOr404(await store.hireOf(pool, projectId, viewer.id))
  const asked =
    query.files === undefined
      ? [query.file].flatMap((id) => (id === undefined ? [] : [{ file_id: id, item_id: null }]))
      : uploadsOf(query.files)
  const found = await store.ownUploads(
    pool,
    asked.map(({ file_id }) => file_id),
    { projectId, ownerId: viewer.id },
  )
  const files = asked.map(({ file_id, item_id }) => {
    const file = foundOr404(found.find(({ id }) => id === file_id) ?? null)
    return { ...file, item_id }
  })
  return {
    brief_version: version,
    items: (items ?? []).map(({ id, what, label, count }) => ({
      id,
      name: itemCalled({ label, what }),
      what,
      count,
    })),
    reading: files.some(({ read }) => !read),
    checks: (checks ?? []).map(({ id, rule, text, kind, must }) => {
      const finding =
        files.length === 0 || rule === null ? null : machineFinding(rule, items ?? [], files)
      return {
        check_id: id,
        text,
        kind,
        must,
        machine: finding?.holds ?? null,
        found: finding?.found ?? null,
      }
    }),
  }
}

/** Returns the checks of a delivery for one of its two sides. Throws 404 for anyone else. */
export async function deliveryChecks(
  db: Queryable,
  viewer: Viewer,
  id: string,
): Promise<DeliveryChecks> {
  const delivery = foundOr404(await store.checkedDelivery(db, id))
  assertMay(mayReadChecks(viewer, delivery))
  const checks = await store.checksOfDelivery(db, id)
  const shown = readsAnswers(viewer, delivery)
  return {
    brief_version: delivery.brief_version,
    answers_shown: delivery.answers_shown,
    checks: shown ? checks : checks.map((check) => ({ ...check, holds: null, note: null })),
  }
}

/**
 * Records the brand's answer to one check while the version waits for review. Idempotent. Throws 404 for a check the
 * delivery does not have, deliverable.superseded, deliverable.already_reviewed.
 */
export function answerCheck(
  deps: Deps,
  viewer: Viewer,
  id: string,
  given: { check_id: string; holds: boolean | null; note: string | null },
  now: Date,
): Promise<DeliveryChecks> {
  return inTransaction(deps.pool, async (tx) => {
    assertMay(mayAnswerChecks(viewer, foundOr404(await store.checkedDelivery(tx, id))))
    await store.lockDelivery(tx, id)
    const { status, superseded_at, ...delivery } = foundOr404(await store.checkedDelivery(tx, id))
    if (superseded_at !== null) throw new AppError('deliverable.superseded')
    if (status !== 'pending') throw new AppError('deliverable.already_reviewed')
    const note = given.holds === false ? given.note : null
    if ((await store.answerCheck(tx, id, { ...given, note }, now)) === 0)
      throw new AppError('request.not_found')
    // The brand's other open pages, and the creator's too if the answers are not a draft.
    const readers = [delivery.seller_id, ...(delivery.answers_shown ? [delivery.creator_id] : [])]
    await enqueue(tx, 'realtime.changed', {
      user_ids: readers,
      topics: ['deliverables'],
      project_id: delivery.project_id,
    })
    return deliveryChecks(tx, viewer, id)
  })
}
