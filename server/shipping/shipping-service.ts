import { isDeepStrictEqual } from 'node:util'
import type { Address, NewShipment, Parcel, ParcelReport } from '#contract/shipping-schemas.ts'
import {
  CORRECTABLE,
  deadlineAfterArrival,
  type ShipmentActor,
  type ShipmentMove,
} from '#contract/shipping.ts'
import { payLonger } from '#server/amendments/record/amendment-moves.ts'
import { utcDay } from '#server/clocks/days.ts'
import { maybeRow, sql } from '#server/db/sql.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, assertMay, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { overtakeOffersOfProject } from '#server/offers/record/offer-moves.ts'
import { keepOwnProfile } from '#server/own-profile/own-profile.ts'
import { refreshProject } from '#server/projects/project-moves.ts'
import { lockOwnProject, visibleProject } from '#server/projects/project-service.ts'
import { isPartyOf } from '#server/projects/project-policy.ts'
import {
  agreeDeadline,
  isOrdered,
  keepPosted,
  lockProject,
  type ProjectRow,
} from '#server/projects/project-store.ts'
import { createAddressSeal } from '#server/shipping/record/address-seal.ts'
import {
  correctAddress,
  correctParcel,
  giveAddress,
  receive,
  recordShipment,
  report,
  ship,
} from '#server/shipping/record/shipment-moves.ts'
import {
  addressOf,
  deleteShipment,
  isReturned,
  savePlan,
  shipmentOf,
  type ShipmentRow,
} from '#server/shipping/record/shipment-store.ts'
import { isDone, moveRefusal, planRefusal } from './shipping-policy.ts'

/**
 * Returns the product of a project, and whether its reader is one of the deal's two sides. Throws 404 for what they may
 * not see.
 */
export async function readShipment(
  deps: Deps,
  viewer: Viewer,
  projectId: string,
): Promise<{ shipment: ShipmentRow | null; party: boolean }> {
  const project = await visibleProject(deps.pool, viewer, projectId, deps.clock())
  return {
    shipment: await shipmentOf(deps.pool, projectId),
    party: isPartyOf(viewer, project),
  }
}

/**
 * Returns the address that the product goes to, for the brand of the deal and for the creator who gave it; null before
 * it was given and from 90 days after the deal's end. Throws 404 for anyone else, and where no one was hired or nothing
 * is sent.
 */
export async function readAddress(
  deps: Deps,
  viewer: Viewer,
  projectId: string,
): Promise<Address | null> {
  const found = foundOr404(await addressOf(deps.pool, projectId, deps.clock()))
  assertMay(viewer.id === found.seller_id || viewer.id === found.creator_id)
  if (found.sealed === null) return null
  return createAddressSeal(deps.config.keys).open(found.id, found.sealed)
}

/**
 * Plans what the brand sends, with its project or later in a running deal before work is delivered. What a deal began
 * with stays. Throws 404 for others, shipping.agreed, shipping.expected, shipping.too_late, shipping.deal_over,
 * package_order.no_draft.
 */
export function planShipment(
  deps: Deps,
  viewer: Viewer,
  projectId: string,
  plan: NewShipment,
  now: Date,
): Promise<ShipmentRow> {
  return changePlan(deps, viewer, projectId, async (tx, project, known) => {
    const status = project.status === 'in_progress' ? 'address_wanted' : 'planned'
    const saved = await savePlan(tx, {
      ...plan,
      project_id: projectId,
      status,
      since: now.toISOString(),
    })
    if (saved === null) throw new AppError('shipping.expected')
    if (known === null && status === 'address_wanted')
      await recordShipment(tx, saved, { move: 'plan', from: null, actorId: viewer.id })
    return saved
  })
}

/** Drops the product, because the brand sends nothing after all. Idempotent. Throws what `planShipment` throws. */
export function dropShipment(deps: Deps, viewer: Viewer, projectId: string): Promise<null> {
  return changePlan(deps, viewer, projectId, async (tx, _, known) => {
    if (known === null) return null
    // Recorded while the row still exists, because the notice describes it.
    if (known.status !== 'planned')
      await recordShipment(tx, known, { move: 'drop', from: known.status, actorId: viewer.id })
    await deleteShipment(tx, known.id)
    return null
  })
}

async function changePlan<Result>(
  deps: Deps,
  viewer: Viewer,
  projectId: string,
  change: (tx: Tx, project: ProjectRow, known: ShipmentRow | null) => Promise<Result>,
): Promise<Result> {
  return inTransaction(deps.pool, async (tx) => {
    const project = await lockOwnProject(tx, viewer, projectId)
    if (project.status === 'draft' && (await isOrdered(tx, projectId)))
      throw new AppError('package_order.no_draft')
    const known = await shipmentOf(tx, projectId)
    const refusal = planRefusal(project, known, await isDelivered(tx, projectId))
    if (refusal !== null) throw new AppError(refusal)
    // The offered terms named another product: a click on a stale page must not agree to the new one.
    if (known?.status === 'planned') await overtakeOffersOfProject(tx, projectId)
    const result = await change(tx, project, known)
    await refreshProject(tx, projectId, ['projects', 'conversations'])
    return result
  })
}

/** Returns whether work was ever handed in. */
const isDelivered = async (tx: Tx, projectId: string): Promise<boolean> =>
  (await maybeRow(tx, sql`select from deliverables where project_id = ${projectId} limit 1`)) !==
  null

/** Throws shipping.deal_over once all of the deal's money went back: nothing is sent any more, so no one needs the address. */
async function assertNotReturned(tx: Tx, projectId: string): Promise<void> {
  const returned = await maybeRow(
    tx,
    sql`select from projects where id = ${projectId} and ${isReturned}`,
  )
  if (returned !== null) throw new AppError('shipping.deal_over')
}

/**
 * Stores the address that the creator of a deal gives, or corrects it until the parcel is on its way. A repeated
 * request is a no-op. Throws 404 for others, shipping.none, shipping.not_hired, shipping.on_its_way, shipping.arrived,
 * shipping.deal_over.
 */
export function takeAddress(
  deps: Deps,
  viewer: Viewer,
  projectId: string,
  address: Address,
  now: Date,
): Promise<ShipmentRow> {
  return inDeal(deps, viewer, { projectId, by: 'creator' }, async (tx, { shipment }) => {
    await keepOwnProfile(tx, viewer.id)
    await assertNotReturned(tx, projectId)
    const seal = createAddressSeal(deps.config.keys)
    const sealed = seal.seal(shipment.id, address)
    const moving = { shipment, actorId: viewer.id, now }
    if (CORRECTABLE.includes(shipment.status)) {
      const known = (await addressOf(tx, projectId, now))?.sealed ?? null
      // The brand is told of a correction, and may have printed a label: the same address is none.
      if (known !== null && isDeepStrictEqual(seal.open(shipment.id, known), address))
        return shipment
      return correctAddress(tx, sealed, moving)
    }
    assertMove('give_address', shipment)
    return giveAddress(tx, sealed, moving)
  })
}

/**
 * Records that the brand shipped the product, corrected the parcel's details, or shipped it again after a problem.
 * Throws 404 for others, shipping.none, shipping.no_address, shipping.arrived, shipping.deal_over.
 */
export function shipProduct(
  deps: Deps,
  viewer: Viewer,
  projectId: string,
  parcel: Parcel,
  now: Date,
): Promise<ShipmentRow> {
  return inDeal(deps, viewer, { projectId, by: 'seller' }, async (tx, { shipment }) => {
    const moving = { shipment, actorId: viewer.id, now }
    if (isDone('ship', shipment.status)) return correctParcel(tx, parcel, moving)
    await assertNotReturned(tx, projectId)
    assertMove('ship', shipment)
    return ship(tx, parcel, moving)
  })
}

/**
 * Records that the creator has received the product. Where days were stated, the deal's deadline counts from here,
 * unless the agreed one is later (decision 0079). A repeated request is a no-op. Throws 404 for others, shipping.none,
 * shipping.not_shipped, shipping.deal_over.
 */
export function receiveProduct(
  deps: Deps,
  viewer: Viewer,
  projectId: string,
  now: Date,
): Promise<ShipmentRow> {
  return inDeal(deps, viewer, { projectId, by: 'creator' }, async (tx, { shipment, project }) => {
    if (isDone('receive', shipment.status)) return shipment
    assertMove('receive', shipment)
    const due = deadlineAfterArrival(project.deadline, utcDay(now), shipment.days)
    if (due !== project.deadline) {
      await keepPosted(tx, projectId)
      // Set before the event is recorded, because its notice names the day.
      await agreeDeadline(tx, projectId, due)
      await payLonger(tx, projectId, due)
    }
    return receive(tx, { shipment, actorId: viewer.id, now })
  })
}

/**
 * Records the problem that the creator reports with the parcel. A repeated request is a no-op. Throws 404 for others,
 * shipping.none, shipping.not_shipped, shipping.arrived, shipping.deal_over.
 */
export function reportProblem(
  deps: Deps,
  viewer: Viewer,
  projectId: string,
  given: ParcelReport,
  now: Date,
): Promise<ShipmentRow> {
  return inDeal(deps, viewer, { projectId, by: 'creator' }, async (tx, { shipment }) => {
    if (isDone('report', shipment.status)) return shipment
    assertMove('report', shipment)
    return report(tx, given, { shipment, actorId: viewer.id, now })
  })
}

function assertMove(move: Exclude<ShipmentMove, 'hire'>, { status }: ShipmentRow): void {
  const refusal = moveRefusal(move, status)
  if (refusal !== null) throw new AppError(refusal)
}

interface OfDeal {
  project: ProjectRow
  shipment: ShipmentRow
}

/**
 * Runs one act of one side, holding the lock of the deal's project, which serialises concurrent acts. Throws 404 for
 * anyone but that side; shipping.not_hired, shipping.deal_over and shipping.none where nothing can be sent.
 */
async function inDeal(
  deps: Deps,
  viewer: Viewer,
  { projectId, by }: { projectId: string; by: Exclude<ShipmentActor, 'system'> },
  act: (tx: Tx, deal: OfDeal) => Promise<ShipmentRow | null>,
): Promise<ShipmentRow> {
  return inTransaction(deps.pool, async (tx) => {
    const side = foundOr404(await sideOf(tx, viewer.id, projectId))
    assertMay(side === by)
    const project = foundOr404(await lockProject(tx, projectId))
    if (project.status === 'draft' || project.status === 'active')
      throw new AppError('shipping.not_hired')
    if (project.status !== 'in_progress') throw new AppError('shipping.deal_over')
    const shipment = await shipmentOf(tx, projectId)
    if (shipment === null) throw new AppError('shipping.none')
    const after = await act(tx, { project, shipment })
    // The lock serialises all of them, so nothing moved in between.
    if (after === null) throw new AppError('shipping.not_shipped')
    await refreshProject(tx, projectId, ['projects', 'conversations', 'dashboard'])
    return after
  })
}

/** Returns the viewer's side of the deal; null for strangers, who take no lock. */
async function sideOf(
  tx: Tx,
  viewerId: string,
  projectId: string,
): Promise<'seller' | 'creator' | null> {
  const found = await maybeRow<{ side: 'seller' | 'creator' | null }>(
    tx,
    sql`select case when seller_id = ${viewerId} then 'seller'
        when exists (select from applications where project_id = projects.id and creator_id = ${viewerId}
          and applications.status = 'accepted') then 'creator' end as side
      from projects where id = ${projectId}`,
  )
  return found?.side ?? null
}
