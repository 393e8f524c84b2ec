import type { ErrorCode } from '#contract/errors.ts'
import { acceptanceMessage, ORDER_HOURS, orderTransitions } from '#contract/package-orders.ts'
import { acceptPending } from '#server/applications/application-moves.ts'
import { insertApplication, payoutReady } from '#server/applications/application-store.ts'
import { areApart } from '#server/apart/apart.ts'
import { daysAfter, HOUR_MS, utcDay } from '#server/clocks/days.ts'
import { ensureConversation } from '#server/conversations/conversation-store.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, assertMay, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { beginCardFunding } from '#server/payments/fund/payment-fund.ts'
import { livingProfileById } from '#server/profiles/profile-store.ts'
import { moveProject, refreshProject } from '#server/projects/project-moves.ts'
import { lockProject, type ProjectRow, saveProject } from '#server/projects/project-store.ts'
import { moveOrder } from '#server/orders/record/order-moves.ts'
import { orderById, type OrderRow, waitingProjectsOf } from '#server/orders/record/order-store.ts'

/**
 * Accepts an order for its creator. In one transaction the creator has applied at the ordered price and is accepted,
 * the project starts, the conversation exists, and the charge of the brand's saved card is enqueued if the brand agreed
 * to one. Idempotent. Throws 404 for others, application.payout_setup_required, and the refusals of `answerRefusal`.
 */
export function acceptOrder(deps: Deps, viewer: Viewer, id: string, now: Date): Promise<void> {
  return inTransaction(deps.pool, async (tx) => {
    const { order, project } = await lockOrder(tx, viewer, id)
    if (order.status === orderTransitions.accept.to) return
    assertAnswerable(order, now)
    if ((await livingProfileById(tx, order.seller_id, now)) === null)
      throw new AppError('package_order.brand_gone')
    if (!(await payoutReady(tx, viewer.id))) throw new AppError('application.payout_setup_required')
    const applicationId = await hire(tx, order, project, now)
    const fundBy = new Date(now.getTime() + ORDER_HOURS.fund * HOUR_MS)
    const move = { projectId: project.id, move: 'accept', actorId: viewer.id, now } as const
    if ((await moveOrder(tx, { ...move, fundBy })) === null)
      throw new AppError('package_order.already_answered')
    if (order.payment_method_id !== null)
      await beginCardFunding(tx, deps, {
        projectId: project.id,
        applicationId,
        sellerId: order.seller_id,
        methodId: order.payment_method_id,
      })
  })
}

/**
 * Declines an order for its creator, which ends the project. Idempotent. Throws 404 for others and like
 * `answerRefusal`.
 */
export function declineOrder(deps: Deps, viewer: Viewer, id: string, now: Date): Promise<void> {
  return inTransaction(deps.pool, async (tx) => {
    const { order, project } = await lockOrder(tx, viewer, id)
    if (order.status === orderTransitions.decline.to) return
    assertAnswerable(order, now)
    await endOrder(tx, project, { move: 'decline', actorId: viewer.id, now })
  })
}

/**
 * Locks the projects of the orders that are waiting for a creator, which serializes the creator's answers. A
 * transaction that ends them along with others locks these first. Returns their ids.
 */
export async function lockWaitingOrders(tx: Tx, creatorId: string): Promise<string[]> {
  const ids = (await waitingProjectsOf(tx, creatorId)).map(({ project_id: id }) => id)
  for (const id of ids) await lockProject(tx, id)
  return ids
}

/** A creator who leaves declines the orders that are waiting for them. */
export async function declineOrders(tx: Tx, creatorId: string, now: Date): Promise<void> {
  for (const { project_id: id } of await waitingProjectsOf(tx, creatorId)) {
    const project = await lockProject(tx, id)
    if (project !== null) await endOrder(tx, project, { move: 'decline', actorId: creatorId, now })
  }
}

/** Ends an order that was not accepted in time, and its project with it. A no-op if it was answered meanwhile. */
export async function endOrder(
  tx: Tx,
  project: ProjectRow,
  end: { move: 'decline' | 'lapse'; actorId: string | null; now: Date },
): Promise<void> {
  if ((await moveOrder(tx, { projectId: project.id, ...end })) === null) return
  await moveProject(tx, { project, move: 'cancel', actorId: null })
}

/** Creates the accepted application of an order, and starts its project with the days that were ordered. */
async function hire(tx: Tx, order: OrderRow, project: ProjectRow, now: Date): Promise<string> {
  await saveProject(tx, { ...project, deadline: utcDay(daysAfter(now, order.days)) })
  const application = await insertApplication(tx, {
    project_id: project.id,
    creator_id: order.creator_id,
    message: acceptanceMessage(order.terms.title),
    proposed_price: order.price,
  })
  const published = await moveProject(tx, { project, move: 'publish', actorId: null })
  if (published === null) throw new AppError('package_order.already_answered')
  await acceptPending(tx, application.id, order.creator_id)
  await moveProject(tx, { project: published, move: 'start', actorId: null })
  await ensureConversation(tx, {
    projectId: project.id,
    sellerId: order.seller_id,
    creatorId: order.creator_id,
  })
  await refreshProject(tx, project.id, ['applications', 'projects', 'conversations', 'dashboard'])
  return application.id
}

/**
 * Locks the order and its project, through the project as every answer does. Throws 404 unless the viewer may answer
 * the order.
 */
async function lockOrder(
  tx: Tx,
  viewer: Viewer,
  id: string,
): Promise<{ order: OrderRow; project: ProjectRow }> {
  const found = foundOr404(await orderById(tx, id))
  assertMay(found.creator_id === viewer.id)
  const project = foundOr404(await lockProject(tx, found.project_id))
  const order = foundOr404(await orderById(tx, id))
  if (order.status !== 'accepted') assertMay(!(await areApart(tx, order.seller_id, viewer.id)))
  return { order, project }
}

function assertAnswerable(order: OrderRow, now: Date): void {
  const refusal = answerRefusal(order, now)
  if (refusal !== null) throw new AppError(refusal)
}

/**
 * Why an order can no longer be answered; null while it can. It expires by the clock, whether or not that was recorded
 * yet.
 */
function answerRefusal({ status, answer_by }: OrderRow, now: Date): ErrorCode | null {
  if (status === 'cancelled') return 'package_order.cancelled'
  if (status === 'lapsed' || (status === 'waiting' && Date.parse(answer_by) <= now.getTime()))
    return 'package_order.lapsed'
  return status === 'waiting' ? null : 'package_order.already_answered'
}
