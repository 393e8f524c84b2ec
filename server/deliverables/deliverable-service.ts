import { AI_PARTS, type AiPart } from '#contract/ai-parts.ts'
import type { NewDeliverable } from '#contract/deliverable-schemas.ts'
import { releasesOnApproval } from '#contract/open-work.ts'
import { uploadMessages } from '#contract/uploads.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import { takeChecks } from '#server/checks/hand-in.ts'
import type { Deps } from '#server/deps/deps.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { AppError, assertMay, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { lockPaymentsOfProject } from '#server/payments/record/payment-store.ts'
import { settleLicence } from '#server/licences/record/licence-moves.ts'
import { stillHeld } from '#server/payments/escrow/deal-payments.ts'
import { orderRelease } from '#server/payments/release/payment-release.ts'
import { orderPreparation } from '#server/uploads/prepare-file.ts'
import { beginReview, filesOfDelivery } from '#server/uploads/work-store.ts'
import { lockProject, shareProject } from '#server/projects/project-store.ts'
import { answerWithVersion, waiveOpenChanges } from '#server/review/notes/obligations.ts'
import { sendRefusedChecks } from '#server/review/notes/sending.ts'
import { answerDeliverable, supersedeWaiting } from './deliverable-moves.ts'
import { refreshParties } from './deliverable-refresh.ts'
import {
  mayDeliver,
  mayReadAll,
  mayReadOwn,
  mayReview,
  maySeeProject,
} from './deliverable-policy.ts'
import { assertFiles, filesOf, isSameHandIn } from './file-refusals.ts'
import { insertDeliveryFiles } from './delivery-file-store.ts'
import * as store from './deliverable-store.ts'
import type { DeliverableRow, ReviewMove } from './deliverable-store.ts'
import * as handIns from './hand-in-store.ts'

/**
 * Returns the deliveries to a project: the owner sees every one, a creator only their own; for anyone else the project
 * does not exist.
 */
export async function projectDeliverables(
  deps: Deps,
  viewer: Viewer,
  projectId: string,
): Promise<DeliverableRow[]> {
  const project = foundOr404(await handIns.deliveryProject(deps.pool, projectId, viewer.id))
  if (mayReadAll(viewer, project)) return store.deliverablesOfProject(deps.pool, projectId)
  assertMay(mayReadOwn(viewer, project))
  return store.deliverablesOfCreatorIn(deps.pool, projectId, viewer.id)
}

/**
 * Submits finished uploads as the next version, which replaces one that is still waiting (decision 0050). Idempotent:
 * the same files again return the same deliverable. Throws deliverable.not_accepted, deliverable.money_returned,
 * deliverable.file_missing, deliverable.file_taken, deliverable.item_wrong, upload.not_yours, review.unanswered_notes,
 * checks.open, checks.brief_changed.
 */
export function submitDeliverable(
  deps: Deps,
  viewer: Viewer,
  projectId: string,
  given: NewDeliverable,
  now: Date,
): Promise<DeliverableRow> {
  const files = filesOf(given)
  return inTransaction(deps.pool, async (tx) => {
    // A stranger's request must not make those of the deal's parties wait.
    const seen = foundOr404(await handIns.deliveryProject(tx, projectId, viewer.id))
    assertMay(maySeeProject(viewer, seen))
    if (mayDeliver(seen)) await handIns.lockDeliveries(tx, projectId)
    const project = foundOr404(await handIns.lockDeliveryProject(tx, projectId, viewer.id))
    assertMay(maySeeProject(viewer, project))
    const known = await store.deliverableOfFile(tx, files[0].file_id)
    if (
      known?.creator_id === viewer.id &&
      known.project_id === projectId &&
      isSameHandIn(known, files)
    )
      return known
    if (!mayDeliver(seen) || !mayDeliver(project) || project.application_id === null)
      throw new AppError('deliverable.not_accepted')
    if (project.is_returned) throw new AppError('deliverable.money_returned')
    await assertFiles(tx, { ownerId: viewer.id, projectId }, files, given.files !== undefined)
    await assertScreenshot(tx, { ownerId: viewer.id, projectId }, given.screenshot_id ?? null)
    const at = await handIns.nextDeliveryAt(tx, projectId, now)
    await supersedeWaiting(tx, { projectId, creatorId: viewer.id, at })
    const id = await handIns.insertDeliverable(
      tx,
      {
        applicationId: project.application_id,
        projectId,
        sellerId: project.seller_id,
        creatorId: viewer.id,
        fileId: files[0].file_id,
        screenshotId: given.screenshot_id ?? null,
        postUrl: given.post_url,
        notes: given.notes,
        aiParts: inOrder(given.ai_parts ?? null),
      },
      at,
    )
    await insertDeliveryFiles(tx, id, files)
    await takeForReview(tx, id, now)
    const deliverable = foundOr404(await store.deliverableById(tx, id))
    await answerWithVersion(tx, deliverable, given.answers ?? [], now)
    await takeChecks(tx, deliverable, given.checks ?? [], given.brief_version)
    await recordEvent(tx, {
      entity: 'deliverable',
      entityId: deliverable.id,
      projectId,
      actorId: viewer.id,
      move: 'submit',
      from: null,
      to: deliverable.status,
      escalates: deps.config.reviewWindowOutcome === 'escalate',
    })
    await refreshParties(tx, deliverable)
    return deliverable
  })
}

/** The same declaration always has the same form: certificates sign it. */
const inOrder = (parts: readonly AiPart[] | null): AiPart[] | null =>
  parts === null ? null : AI_PARTS.filter((part) => parts.includes(part))

/**
 * Begins the review if its copies exist already; otherwise the jobs do. The copies are ordered in any case: a copy that
 * names another version is made again.
 */
async function takeForReview(tx: Tx, deliverableId: string, now: Date): Promise<void> {
  await beginReview(tx, deliverableId, { open: false }, now)
  for (const file of await filesOfDelivery(tx, deliverableId)) await orderPreparation(tx, file)
}

/**
 * Approves a pending deliverable. With `release`, the release of the held payment is ordered in the same transaction
 * (decision P8), so neither happens without the other. Without held money it only approves. Whoever approved without
 * `release` may repeat it with `release`, under the same conditions; repeating that orders nothing more. Throws
 * deliverable.already_reviewed, deliverable.superseded, deliverable.money_returned, deliverable.open_work when there is
 * more to look at than the seller has read, review.open_notes when changes they asked for are open, and whatever the
 * release throws.
 */
export function approveDeliverable(
  deps: Deps,
  viewer: Viewer,
  id: string,
  options: { release: boolean; despiteOpenWork: boolean; waiveOpenNotes: boolean },
  now: Date,
): Promise<DeliverableRow> {
  const release = async (tx: Tx, { project_id: projectId }: DeliverableRow) => {
    if (!options.release) return
    if (!options.despiteOpenWork) await assertNothingOpen(tx, projectId, id)
    await orderRelease(tx, deps, { projectId, actorId: viewer.id })
  }
  return review(
    deps,
    viewer,
    id,
    { move: 'approve', reviewerNotes: null, now },
    async (tx, approved) => {
      await release(tx, approved)
      await settleLicence(tx, approved.application_id, now)
      const waiving = { waive: options.waiveOpenNotes, actorId: viewer.id }
      await waiveOpenChanges(tx, approved, waiving, now)
    },
    release,
  )
}

/**
 * If money is held and not on its way: asserts that nothing else waits and no revision is open, and that nothing is
 * delivered until the transaction ends.
 */
async function assertNothingOpen(tx: Tx, projectId: string, approvedId: string): Promise<void> {
  // Locks the payments before the project, in the order of every release.
  const payments = await lockPaymentsOfProject(tx, projectId)
  if (!stillHeld(payments).some(({ moving }) => moving === null)) return
  await shareProject(tx, projectId)
  const all = await store.deliverablesOfProject(tx, projectId)
  if (!releasesOnApproval(all, approvedId)) throw new AppError('deliverable.open_work')
}

/**
 * Returns a pending deliverable with the changes it needs; checks that were answered with no become, with their
 * reasons, changes in its room. Throws deliverable.already_reviewed, deliverable.superseded, deliverable.money_returned,
 * review.too_many_notes.
 */
export function requestRevision(
  deps: Deps,
  viewer: Viewer,
  id: string,
  reviewerNotes: string,
  now: Date,
): Promise<DeliverableRow> {
  return review(
    deps,
    viewer,
    id,
    { move: 'request_revision', reviewerNotes, now },
    async (tx, asked) => {
      if (asked.brief_version === null) return
      await lockProject(tx, asked.project_id)
      await sendRefusedChecks(tx, asked, reviewerNotes, now)
    },
  )
}

interface Review {
  move: ReviewMove
  reviewerNotes: string | null
  now: Date
}

/**
 * Answers a deliverable once; repeating one's own answer returns it unchanged, after `again`. Throws
 * deliverable.already_reviewed, deliverable.superseded, deliverable.money_returned.
 */
function review(
  deps: Deps,
  viewer: Viewer,
  id: string,
  { move, reviewerNotes, now }: Review,
  after: (tx: Tx, reviewed: DeliverableRow) => Promise<void> = async () => {},
  again: typeof after = async () => {},
): Promise<DeliverableRow> {
  return inTransaction(deps.pool, async (tx) => {
    const seen = foundOr404(await store.deliverableById(tx, id))
    assertMay(mayReview(viewer, seen))
    const answer = { id, move, actorId: viewer.id, reviewerNotes, now }
    const reviewed = await answerDeliverable(tx, answer)
    if (reviewed === null) {
      const standing = foundOr404(await store.deliverableById(tx, id))
      if (standing.superseded_at !== null) throw new AppError('deliverable.superseded')
      const holds =
        standing.status === store.endOf(move) && standing.reviewer_notes === reviewerNotes
      if (!holds || (await store.reviewerOf(tx, id)) !== viewer.id)
        throw new AppError('deliverable.already_reviewed')
      await again(tx, standing)
      return standing
    }
    if (await store.isMoneyBack(tx, reviewed.project_id))
      throw new AppError('deliverable.money_returned')
    await after(tx, reviewed)
    return reviewed
  })
}

async function assertScreenshot(
  tx: Tx,
  own: { ownerId: string; projectId: string },
  id: string | null,
): Promise<void> {
  if (id === null || (await handIns.isOwnScreenshot(tx, { ...own, id }))) return
  throw new AppError('upload.not_yours', { fields: { screenshot_id: uploadMessages.failed } })
}
