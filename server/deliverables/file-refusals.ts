import type { NewDeliverable } from '#contract/deliverable-schemas.ts'
import { deliverableMessages } from '#contract/deliverables.ts'
import { deliveryFileMessages as say } from '#contract/delivered-pieces.ts'
import { kindOfFile } from '#contract/machine-checks.ts'
import { hireOf } from '#server/checks/check-store.ts'
import type { Tx } from '#server/db/transaction.ts'
import { AppError } from '#server/http/app-error.ts'
import { type HandedInFile, handedInBefore, ownUploads } from './delivery-file-store.ts'
import type { DeliverableRow } from './deliverable-store.ts'

/** At least one: the schema refuses an empty list. */
type HandedIn = readonly [HandedInFile, ...HandedInFile[]]

/**
 * Returns the files of a hand-in in their order, also for one that names a single file. Throws
 * deliverable.file_missing.
 */
export function filesOf({ file_id, files }: NewDeliverable): HandedIn {
  const [first, ...rest] = files ?? (file_id === undefined ? [] : [{ file_id, item_id: null }])
  if (first === undefined) throw new AppError('deliverable.file_missing')
  return [first, ...rest]
}

/** Whether a delivery consists of these files for these items, in this order: a repeated click. */
export const isSameHandIn = (
  known: Pick<DeliverableRow, 'files'>,
  given: readonly HandedInFile[],
): boolean =>
  known.files.length === given.length &&
  given.every(({ file_id, item_id }, at) => {
    const file = known.files[at]
    return file?.file_id === file_id && file.item_id === item_id
  })

/**
 * Refuses files that cannot be handed in: someone else's, another project's, one that was handed in before, and those
 * that do not fit their item of the agreed brief. The files stay locked until the transaction ends. `named`: they came
 * as a list, and the refusal names each. Throws deliverable.file_missing, deliverable.file_taken,
 * deliverable.item_wrong.
 */
export async function assertFiles(
  tx: Tx,
  { ownerId, projectId }: { ownerId: string; projectId: string },
  files: HandedIn,
  named: boolean,
): Promise<void> {
  const ids = files.map(({ file_id }) => file_id)
  const found = await ownUploads(tx, { ids, ownerId, projectId })
  const types = new Map(found.map(({ id, file_type }) => [id, file_type]))
  const missing = placesOf(files, ({ file_id }) => !types.has(file_id))
  if (missing.length > 0)
    throw new AppError('deliverable.file_missing', {
      fields: named
        ? fieldsOf(missing.map((at) => [at, say.missing]))
        : { file_id: deliverableMessages.fileRequired },
    })
  const before = await handedInBefore(tx, ids)
  const taken = placesOf(files, ({ file_id }) => before.has(file_id))
  if (taken.length > 0)
    throw new AppError('deliverable.file_taken', {
      fields: named ? fieldsOf(taken.map((at) => [at, say.taken])) : { file_id: say.taken },
    })
  await assertItems(tx, { ownerId, projectId }, files, types)
}

/** Files without an item may be of any kind; with an item they must be of its kind. */
async function assertItems(
  tx: Tx,
  { ownerId, projectId }: { ownerId: string; projectId: string },
  files: HandedIn,
  types: ReadonlyMap<string, string>,
): Promise<void> {
  if (files.every(({ item_id }) => item_id === null)) return
  const items = (await hireOf(tx, projectId, ownerId))?.items ?? []
  const wrong = files.flatMap(({ file_id, item_id }, at): [number, string][] => {
    if (item_id === null) return []
    const item = items.find(({ id }) => id === item_id)
    if (item === undefined) return [[at, say.unknownItem]]
    return item.what === kindOfFile(types.get(file_id) ?? '') ? [] : [[at, say.otherKind]]
  })
  if (wrong.length > 0) throw new AppError('deliverable.item_wrong', { fields: fieldsOf(wrong) })
}

const placesOf = (files: HandedIn, is: (file: HandedInFile) => boolean): number[] =>
  files.flatMap((file, at) => (is(file) ? [at] : []))

const fieldsOf = (places: readonly [number, string][]): Record<string, string> =>
  Object.fromEntries(places.map(([at, sentence]) => [`files.${at}`, sentence]))
