import { centsFromUsd } from '#contract/money.ts'
import {
  EXTENSION_LIMITS,
  type ExtensionMaker,
  isOpenExtension,
} from '#contract/licence-extensions.ts'
import type { Queryable } from '#server/db/pool.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { assertMinimumPrice } from '#server/fees/minimum-price.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { keepOwnProfile } from '#server/own-profile/own-profile.ts'
import { beginExtension, moveExtension } from '#server/licences/record/extension-moves.ts'
import {
  type ExtendedLicence,
  extendedLicenceOf,
  extensionById,
  type ExtensionRow,
  extensionsOf,
  lockExtendedLicence,
  type ReadExtension,
  type ReadLicence,
} from '#server/licences/record/extension-store.ts'
import { assertPartOfDeal } from '#server/payments/payment-service.ts'
import { keepLivingProfile } from '#server/profiles/profile-store.ts'
import { daysAfter } from '#server/clocks/days.ts'
import { answerRefusal, makerOf, sideOf } from './extension-policy.ts'

/** A deal's licence with its extensions. */
export interface LicenceWithExtensions {
  licence: ExtendedLicence
  extensions: ReadExtension[]
  /** Whether the viewer's other side has left or was banned. */
  otherSideGone: boolean
}

/** For the two sides of a deal; null until there is a licence. Throws 404 for anyone else. */
export async function readExtensions(
  deps: Deps,
  viewer: Viewer,
  projectId: string,
): Promise<LicenceWithExtensions | null> {
  const licence = await extendedLicenceOf(deps.pool, projectId, deps.clock())
  if (licence === null) {
    await assertPartOfDeal(deps, viewer, projectId)
    return null
  }
  const side = sideOf(licence, viewer.id)
  if (side === null) throw new AppError('request.not_found')
  return withExtensions(deps.pool, licence, side)
}

/** What a side asks for. Without a price the brand takes the one that the terms name. */
interface Wish {
  id: string
  months: number
  price?: number | undefined
}

/**
 * Begins an extension: the brand takes the price that the terms name, or names one for the creator to answer; the
 * creator names one that the brand pays or leaves. Idempotent: a repeated request creates nothing new, and neither does
 * taking a price that is already taken. Throws 404 for strangers and without a licence, licence.no_end, licence.void,
 * extension.no_price, extension.another, extension.too_many, extension.other_side_gone, price.below_minimum.
 */
export function makeExtension(
  deps: Deps,
  viewer: Viewer,
  projectId: string,
  wish: Wish,
): Promise<LicenceWithExtensions> {
  const now = deps.clock()
  return inTransaction(deps.pool, async (tx) => {
    const licence = foundOr404(await lockExtendedLicence(tx, { projectId }))
    const side = sideOf(licence, viewer.id)
    if (side === null) throw new AppError('request.not_found')
    const made = termsOf(wish, licence, side)
    const before = await extensionsOf(tx, licence.id)
    if (await isRepeated(tx, licence, { ...made, id: wish.id }, before, now))
      return read(tx, licence, side, now)
    if (licence.ends_on === null) throw new AppError('licence.no_end')
    if (licence.status === 'void') throw new AppError('licence.void')
    if (await stillOpen(tx, licence, before, now)) throw new AppError('extension.another')
    if (before.filter((one) => makerOf(one) === side).length >= EXTENSION_LIMITS.mostOfSide)
      throw new AppError('extension.too_many')
    await assertSides(tx, licence, side, now)
    // Both sides agreed on this price when they agreed on the terms that name it.
    const standing = made.months === licence.extend_months ? licence.extend_cents : null
    assertMinimumPrice(deps, { cents: made.price, field: 'price', standing })
    const begun = await beginExtension(
      tx,
      licence,
      {
        ...made,
        id: wish.id,
        number: before.length + 1,
        status: made.by === 'seller' ? 'proposed' : 'agreed',
        created_at: now.toISOString(),
        expires_at: daysAfter(now, EXTENSION_LIMITS.openDays).toISOString(),
      },
      viewer.id,
    )
    if (begun === null) throw new AppError('extension.another')
    await refresh(tx, licence)
    return read(tx, licence, side, now)
  })
}

/**
 * Answers or withdraws an extension. Throws 404 for strangers, extension.answered, extension.expired; and, when
 * agreeing, licence.void and extension.other_side_gone.
 */
export function answerExtension(
  deps: Deps,
  viewer: Viewer,
  id: string,
  move: 'accept' | 'decline' | 'withdraw',
): Promise<LicenceWithExtensions> {
  const now = deps.clock()
  return inTransaction(deps.pool, async (tx) => {
    const licence = foundOr404(await lockExtendedLicence(tx, { extensionId: id }))
    const side = sideOf(licence, viewer.id)
    const extension = foundOr404(await extensionById(tx, id))
    if (side === null) throw new AppError('request.not_found')
    const refusal = answerRefusal(extension, { side, move, now })
    if (refusal === 'done') return read(tx, licence, side, now)
    if (refusal !== null) throw new AppError(refusal)
    if (move === 'accept') {
      if (licence.status === 'void') throw new AppError('licence.void')
      await assertSides(tx, licence, side, now)
    }
    const moved = await moveExtension(tx, licence, id, { move, actorId: viewer.id, now })
    if (moved === null) throw new AppError('extension.answered')
    await refresh(tx, licence)
    return read(tx, licence, side, now)
  })
}

/** Ends an extension that was not answered or paid in time; a no-op for any other. */
export function expireExtension(deps: Deps, id: string, now: Date): Promise<void> {
  return inTransaction(deps.pool, async (tx) => {
    const licence = await lockExtendedLicence(tx, { extensionId: id })
    if (licence === null) return
    const ended = await moveExtension(tx, licence, id, { move: 'expire', actorId: null, now })
    if (ended !== null) await refresh(tx, licence)
  })
}

type Made = Pick<ExtensionRow, 'months' | 'price'> & { by: ExtensionMaker }

/** Returns what a request means: the price that the terms name, or a side's own price. Throws extension.no_price. */
function termsOf(
  { months, price }: Wish,
  licence: ExtendedLicence,
  side: 'seller' | 'creator',
): Made {
  if (price !== undefined) return { by: side, months, price: centsFromUsd(price) }
  const { extend_months: named, extend_cents: cents } = licence
  if (side === 'creator' || named !== months || cents === null)
    throw new AppError('extension.no_price')
  return { by: 'terms', months, price: cents }
}

/**
 * Whether this extension was begun before: the same id with the same terms, or a price of the terms that is taken and
 * can still be paid. Throws extension.another if the id belongs to something else.
 */
async function isRepeated(
  tx: Tx,
  licence: ExtendedLicence,
  { id, by, months, price }: Made & { id: string },
  before: readonly ReadExtension[],
  now: Date,
): Promise<boolean> {
  const known = await extensionById(tx, id)
  if (known === null)
    return (
      by === 'terms' &&
      before.some(
        (one) =>
          one.by === 'terms' &&
          one.status === 'agreed' &&
          // One that has expired can no longer be paid, although the clock job has not reached it yet.
          Date.parse(one.expires_at) > now.getTime(),
      )
    )
  const isSame =
    known.licence_id === licence.id &&
    known.by === by &&
    known.months === months &&
    known.price === price
  if (!isSame) throw new AppError('extension.another')
  return true
}

/** Whether an extension is open. Ends one that has expired but that the clock job has not reached yet. */
async function stillOpen(
  tx: Tx,
  licence: ExtendedLicence,
  before: readonly ExtensionRow[],
  now: Date,
): Promise<boolean> {
  const open = before.find(({ status }) => isOpenExtension(status))
  if (open === undefined) return false
  return (
    (await moveExtension(tx, licence, open.id, { move: 'expire', actorId: null, now })) === null
  )
}

/**
 * No one can agree with someone who was banned or has left, and no one agrees while they leave: a deletion of either
 * account waits until this transaction ends. Throws extension.other_side_gone, request.unauthenticated.
 */
async function assertSides(
  tx: Tx,
  { seller_id: seller, creator_id: creator }: ExtendedLicence,
  side: 'seller' | 'creator',
  now: Date,
): Promise<void> {
  const [own, other] = side === 'seller' ? [seller, creator] : [creator, seller]
  await keepOwnProfile(tx, own)
  if ((await keepLivingProfile(tx, other, now)) === null)
    throw new AppError('extension.other_side_gone')
}

const withExtensions = async (
  db: Queryable,
  licence: ReadLicence,
  side: 'seller' | 'creator',
): Promise<LicenceWithExtensions> => ({
  licence,
  extensions: await extensionsOf(db, licence.id),
  otherSideGone: side === 'seller' ? !licence.creator_here : !licence.seller_here,
})

const read = async (
  tx: Tx,
  { project_id: id }: ExtendedLicence,
  side: 'seller' | 'creator',
  now: Date,
): Promise<LicenceWithExtensions> =>
  withExtensions(tx, foundOr404(await extendedLicenceOf(tx, id, now)), side)

/** Makes both sides' open pages refetch. */
const refresh = (tx: Tx, licence: ExtendedLicence) =>
  enqueue(tx, 'realtime.changed', {
    user_ids: [licence.seller_id, licence.creator_id],
    topics: ['projects', 'payments'],
    project_id: licence.project_id,
  })
