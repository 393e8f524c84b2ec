import { centsFromUsd } from '#contract/money.ts'
import { orderBrief, orderDescription } from '#contract/package-order-text.ts'
import { ORDER_HOURS } from '#contract/package-orders.ts'
import type { NewOrder } from '#contract/package-order-schemas.ts'
import { type PackageTerms, packageTotals } from '#contract/packages.ts'
import { saveBrief } from '#server/briefs/save-brief.ts'
import { daysAfter, HOUR_MS, utcDay } from '#server/clocks/days.ts'
import { ensureConversation } from '#server/conversations/conversation-store.ts'
import { areApart } from '#server/apart/apart.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import { violatedConstraint } from '#server/db/violations.ts'
import type { Deps } from '#server/deps/deps.ts'
import { assertMinimumPrice } from '#server/fees/minimum-price.ts'
import { AppError, assertMay, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { presentPackage } from '#server/packages/package-presenter.ts'
import { packageById, type PackageRow, sharePackage } from '#server/packages/package-store.ts'
import { ownCard } from '#server/payments/fund/payment-funding-store.ts'
import { keepOwnProfile } from '#server/own-profile/own-profile.ts'
import { keepLivingProfile } from '#server/profiles/profile-store.ts'
import { insertProject, pointToBrief } from '#server/projects/project-store.ts'
import { recordOrder } from '#server/orders/record/order-moves.ts'
import {
  insertOrder,
  orderById,
  type OrderRow,
  orderWithPeople,
  type OrderWithPeople,
} from '#server/orders/record/order-store.ts'

/**
 * An order that the viewer placed or is asked to answer; 404 for everyone else, and if the two are apart without a
 * deal.
 */
export async function visibleOrder(
  deps: Deps,
  viewer: Viewer,
  id: string,
): Promise<OrderWithPeople> {
  const order = foundOr404(await orderWithPeople(deps.pool, id))
  assertMay([order.seller_id, order.creator_id].includes(viewer.id))
  if (order.status !== 'accepted')
    assertMay(!(await areApart(deps.pool, order.seller_id, order.creator_id)))
  return order
}

/**
 * Orders a listed package: creates an unpublished project with a copy of the package, which its creator has
 * ORDER_HOURS.answer to accept, and the conversation in which the two can talk about it. No money moves. Idempotent: a
 * repeated request with the same id returns the first order. Throws 404 for a package that was never listed and for a
 * card of someone else; package_order.already_placed for other content under the same id,
 * package_order.already_waiting for another id while one waits; package_order.unavailable, package_order.changed,
 * price.below_minimum.
 */
export async function placeOrder(
  deps: Deps,
  viewer: Viewer,
  packageId: string,
  input: NewOrder,
  now: Date,
): Promise<OrderWithPeople> {
  try {
    await inTransaction(deps.pool, async (tx) => {
      if ((await orderById(tx, input.id)) !== null) return
      const ordered = await orderable(tx, packageId, input, { viewer, now })
      // A package may date from before there was a minimum price, but an order of it is a new price.
      assertMinimumPrice(deps, { cents: centsFromUsd(ordered.totals.price), field: 'price' })
      if (input.payment_method_id !== null)
        foundOr404(await ownCard(tx, viewer.id, input.payment_method_id))
      const projectId = await insertOrderedProject(tx, viewer, { ...ordered, input, now })
      const order = await insertOrder(tx, {
        ...input,
        package_id: packageId,
        project_id: projectId,
        seller_id: viewer.id,
        creator_id: ordered.row.creator_id,
        terms: termsOf(ordered.row),
        price: centsFromUsd(ordered.totals.price),
        days: ordered.totals.days,
        created_at: now.toISOString(),
        answer_by: new Date(now.getTime() + ORDER_HOURS.answer * HOUR_MS).toISOString(),
      })
      const { seller_id: sellerId, creator_id: creatorId } = order
      await ensureConversation(tx, { projectId, sellerId, creatorId })
      await recordOrder(tx, order, 'place', viewer.id)
    })
  } catch (error) {
    const known = await orderById(deps.pool, input.id)
    const violated = violatedConstraint(error)
    // The card was removed after it was checked and before the order was stored.
    if (violated === 'package_orders_payment_method_id_fkey')
      throw new AppError('request.not_found', { cause: error })
    if (violated === null || !CLICKED_TWICE.includes(violated)) throw error
    if (known === null) throw new AppError('package_order.already_waiting', { cause: error })
  }
  const placed = await visibleOrder(deps, viewer, input.id)
  if (!(await isSame(deps, placed, packageId, input)))
    throw new AppError('package_order.already_placed')
  return placed
}

interface Ordered {
  row: PackageRow
  totals: { price: number; days: number }
}

/** The package as it is listed now, locked against changes, and its price and terms with the chosen add-ons. */
async function orderable(
  tx: Tx,
  id: string,
  input: NewOrder,
  { viewer, now }: { viewer: Viewer; now: Date },
): Promise<Ordered> {
  await keepOwnProfile(tx, viewer.id)
  // The people are locked before the package, because a deletion removes packages while it holds the person's row.
  const { creator_id: creatorId } = foundOr404(await packageById(tx, id))
  const creator = await keepLivingProfile(tx, creatorId, now)
  const row = foundOr404(await sharePackage(tx, id))
  if (row.status === 'draft') throw new AppError('request.not_found')
  const isOffered = row.status === 'listed' && creator !== null
  if (!isOffered || (await areApart(tx, viewer.id, row.creator_id)))
    throw new AppError('package_order.unavailable')
  const shown = presentPackage(row, [])
  const totals = packageTotals(shown, input.add_ons)
  const isKnown = input.add_ons.every((one) => shown.add_ons.some(({ id: own }) => own === one))
  if (!isKnown || totals.price !== input.price || totals.days !== input.days)
    throw new AppError('package_order.changed')
  return { row, totals }
}

/** Unpublished: no list, search or other creator ever finds it. */
async function insertOrderedProject(
  tx: Tx,
  viewer: Viewer,
  { row, totals, input, now }: Ordered & { input: NewOrder; now: Date },
): Promise<string> {
  const answerBy = new Date(now.getTime() + ORDER_HOURS.answer * HOUR_MS)
  const project = await insertProject(tx, {
    seller_id: viewer.id,
    title: row.title,
    description: orderDescription(termsOf(row), input.add_ons, input),
    product_details: null,
    category: 'other',
    budget: centsFromUsd(totals.price),
    deadline: utcDay(daysAfter(answerBy, totals.days)),
    product_images: [],
    description_generated: false,
    status: 'draft',
  })
  await recordEvent(tx, {
    entity: 'project',
    entityId: project.id,
    projectId: project.id,
    actorId: viewer.id,
    move: 'create',
    from: null,
    to: project.status,
  })
  // Accepting freezes the brief, as for any project.
  const brief = orderBrief(termsOf(row), input.add_ons, input)
  await pointToBrief(tx, project.id, await saveBrief(tx, project.id, brief, now))
  return project.id
}

const termsOf = ({ title, items, price, days, rounds, add_ons }: PackageRow): PackageTerms => ({
  title,
  items,
  price,
  days,
  rounds,
  add_ons,
})

/** The constraints that a repeated request violates: the order's own id, and one waiting order per package. */
const CLICKED_TWICE = ['package_orders_pkey', 'package_orders_one_waiting']

/** Whether an order matches the request. A package or card that was deleted since is null, so it cannot differ. */
const isSame = async (deps: Deps, order: OrderRow, packageId: string, input: NewOrder) =>
  (order.package_id ?? packageId) === packageId &&
  order.price === centsFromUsd(input.price) &&
  order.days === input.days &&
  order.words === input.words &&
  order.question === input.question &&
  order.add_ons.join() === input.add_ons.join() &&
  order.links.join() === input.links.join() &&
  (order.payment_method_id === input.payment_method_id || (await isCardGone(deps, order, input)))

/** An order placed without a card does not match a request with one: only a card that no longer exists is ignored. */
const isCardGone = async (deps: Deps, order: OrderRow, { payment_method_id: id }: NewOrder) =>
  order.payment_method_id === null &&
  id !== null &&
  (await ownCard(deps.pool, order.seller_id, id)) === null
