import { isDeepStrictEqual } from 'node:util'
import { centsFromUsd } from '#contract/money.ts'
import type { NewPackage, OwnPackage } from '#contract/package-schemas.ts'
import { PACKAGE_LIMITS, packageMessages, packageTransitions } from '#contract/packages.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { assertMinimumPrice } from '#server/fees/minimum-price.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { lockOwnProfile } from '#server/own-profile/own-profile.ts'
import { presentOwnPackage } from './package-presenter.ts'
import {
  deletePackage,
  insertPackage,
  movePackage,
  packageById,
  type PackageFields,
  type PackageRow,
  packagesOf,
  placePackages,
  portfolioOf,
  savePackage,
} from './package-store.ts'

/** The viewer's own packages, in their order. */
export async function ownPackages(deps: Deps, viewer: Viewer): Promise<OwnPackage[]> {
  const { portfolio_urls: portfolio } = await portfolioOf(deps.pool, viewer.id)
  return (await packagesOf(deps.pool, viewer.id)).map((row) => presentOwnPackage(row, portfolio))
}

/**
 * Adds a draft. Idempotent for a request with an id: repeated, it returns the package (decision 0118). Throws
 * package.already_saved for other content under the same id, 404 for an id that someone else has taken;
 * package.too_many, also for the second of two concurrent requests that would exceed the limit; price.below_minimum;
 * request.invalid for a sample that is not in the creator's portfolio.
 */
export function createPackage(
  deps: Deps,
  viewer: Viewer,
  { id, ...input }: NewPackage & { id?: string | undefined },
  now: Date,
): Promise<OwnPackage> {
  return inTransaction(deps.pool, async (tx) => {
    // A repeated request waits here for the first one.
    await lockOwnProfile(tx, viewer.id)
    const { portfolio_urls: portfolio } = await portfolioOf(tx, viewer.id)
    const known = id === undefined ? null : await packageById(tx, id)
    if (known?.creator_id === viewer.id) {
      if (!isSame(known, input)) throw new AppError('package.already_saved')
      return presentOwnPackage(known, portfolio)
    }
    const position = (await packagesOf(tx, viewer.id)).length + 1
    if (position > PACKAGE_LIMITS.packages) throw new AppError('package.too_many')
    const fields = fieldsOf(input, portfolio)
    assertMinimumPrice(deps, { cents: fields.price, field: 'price' })
    const row = await insertPackage(tx, viewer.id, fields, { id, position, now })
    return presentOwnPackage(foundOr404(row), portfolio)
  })
}

/**
 * Changes one of the viewer's own packages in any state. Existing orders stay as they were agreed. Throws 404 for
 * others, price.below_minimum.
 */
export const updatePackage = (deps: Deps, viewer: Viewer, id: string, input: NewPackage) =>
  changeOwn(deps, viewer, id, (tx, before, portfolio) => {
    const fields = fieldsOf(input, portfolio)
    assertMinimumPrice(deps, { cents: fields.price, field: 'price', standing: before.price })
    return savePackage(tx, id, fields, deps.clock())
  })

/** Lists or pauses one of the viewer's own packages. Idempotent. Throws 404 for others, package.changed_elsewhere. */
export const switchPackage = (
  deps: Deps,
  viewer: Viewer,
  id: string,
  move: keyof typeof packageTransitions,
) =>
  changeOwn(deps, viewer, id, async (tx, before) => {
    if (before.status === packageTransitions[move].to) return before
    const moved = await movePackage(tx, id, packageTransitions[move], deps.clock())
    if (moved === null) throw new AppError('package.changed_elsewhere')
    return moved
  })

/** Deletes one of the viewer's own packages. Its orders keep their copy. Throws 404 for others. */
export function removePackage(deps: Deps, viewer: Viewer, id: string): Promise<void> {
  return inTransaction(deps.pool, async (tx) => {
    await lockOwnProfile(tx, viewer.id)
    await deletePackage(tx, await ownPackage(tx, viewer, id))
  })
}

/** Puts the viewer's packages in the given order. Throws package.changed_elsewhere unless `ids` are exactly theirs. */
export function arrangePackages(
  deps: Deps,
  viewer: Viewer,
  ids: readonly string[],
): Promise<OwnPackage[]> {
  return inTransaction(deps.pool, async (tx) => {
    await lockOwnProfile(tx, viewer.id)
    const { portfolio_urls: portfolio } = await portfolioOf(tx, viewer.id)
    const own = new Set((await packagesOf(tx, viewer.id)).map(({ id }) => id))
    const isAll = ids.length === own.size && new Set(ids).size === own.size
    if (!isAll || ids.some((id) => !own.has(id))) throw new AppError('package.changed_elsewhere')
    await placePackages(tx, ids)
    return (await packagesOf(tx, viewer.id)).map((row) => presentOwnPackage(row, portfolio))
  })
}

type Change = (tx: Tx, before: PackageRow, portfolio: readonly string[]) => Promise<PackageRow>

function changeOwn(deps: Deps, viewer: Viewer, id: string, change: Change): Promise<OwnPackage> {
  return inTransaction(deps.pool, async (tx) => {
    await lockOwnProfile(tx, viewer.id)
    const { portfolio_urls: portfolio } = await portfolioOf(tx, viewer.id)
    const changed = await change(tx, await ownPackage(tx, viewer, id), portfolio)
    return presentOwnPackage(changed, portfolio)
  })
}

async function ownPackage(tx: Tx, viewer: Viewer, id: string): Promise<PackageRow> {
  const found = foundOr404(await packageById(tx, id))
  return foundOr404(found.creator_id === viewer.id && found)
}

function fieldsOf(input: NewPackage, portfolio: readonly string[]): PackageFields {
  if (input.samples.some((url) => !portfolio.includes(url)))
    throw new AppError('request.invalid', { fields: { samples: packageMessages.foreignSample } })
  return inCents(input)
}

const inCents = (input: NewPackage): PackageFields => ({
  ...input,
  price: centsFromUsd(input.price),
  add_ons: input.add_ons.map((one) => ({ ...one, price: centsFromUsd(one.price) })),
})

/** Whether a package is as the request describes it. It may have been listed since. */
function isSame(known: PackageRow, input: NewPackage): boolean {
  const asked = inCents(input)
  return (Object.keys(asked) as (keyof PackageFields)[]).every((key) =>
    isDeepStrictEqual(known[key], asked[key]),
  )
}
