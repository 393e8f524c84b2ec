import { BRIEF_LIMITS, type ItemKind } from './briefs.ts'
import { kindOfFile } from './machine-checks.ts'

/** Several files in one delivery: the first is the delivery's own `file_id`, the others are stored beside it. */

/** As many as a brief may ask for. */
export const DELIVERY_FILES_MOST = BRIEF_LIMITS.files

export const deliveryFileMessages = {
  tooMany: `A delivery holds at most ${DELIVERY_FILES_MOST} files.`,
  twice: 'This file is in the list twice.',
  missing: 'This file is not there any more. Please upload it again.',
  taken: 'This file was handed in before. Please upload it again.',
  unknownItem: 'The agreed brief has no such item. Choose another.',
  otherKind: 'This file is not what the item asks for. Choose another item.',
} as const

const LISTED = String.raw`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:~[^,~]{1,${BRIEF_LIMITS.id}})?`
/** Uploads with their items, as listed in a URL. */
export const LISTED_UPLOADS = new RegExp(`^${LISTED}(?:,${LISTED}){0,${DELIVERY_FILES_MOST - 1}}$`)

/** Each consists of an id, a separator, an item and a comma. */
export const LISTED_UPLOADS_LENGTH = DELIVERY_FILES_MOST * (36 + 1 + BRIEF_LIMITS.id + 1)

/** An upload that is about to be handed in. */
export interface AssignedUpload {
  file_id: string
  item_id: string | null
}

/** Returns uploads as a URL lists them (`LISTED_UPLOADS`). */
export const uploadsText = (uploads: readonly AssignedUpload[]): string =>
  uploads
    .map(({ file_id, item_id }) => (item_id === null ? file_id : `${file_id}~${item_id}`))
    .join(',')

/** The inverse of `uploadsText`. */
export const uploadsOf = (text: string): AssignedUpload[] =>
  text.split(',').map((one) => {
    const [file_id = '', item_id = null] = one.split('~')
    return { file_id, item_id }
  })

/** The part of a brief's item that matters for assigning files to it. */
interface AskedItem {
  id: string
  what: ItemKind
  count: number
}

/**
 * Returns the item of each file, in the order of the files: the one chosen for it, otherwise the first of its kind that
 * is not filled yet, otherwise the first of its kind. Null where the brief asks for nothing of its kind.
 */
export function assignedItems(
  files: readonly { type: string; chosen: string | null | undefined }[],
  items: readonly AskedItem[],
): (string | null)[] {
  const left = new Map(items.map(({ id, count }) => [id, count]))
  const take = (id: string) => left.set(id, (left.get(id) ?? 0) - 1)
  /** Another brief may have been agreed on since. */
  const holds = (chosen: string | null | undefined) =>
    chosen === null || (chosen !== undefined && left.has(chosen))
  for (const { chosen } of files) if (chosen && holds(chosen)) take(chosen)
  return files.map(({ type, chosen }) => {
    if (chosen !== undefined && holds(chosen)) return chosen
    const fitting = items.filter(({ what }) => what === kindOfFile(type))
    const item = fitting.find(({ id }) => (left.get(id) ?? 0) > 0) ?? fitting[0]
    if (item === undefined) return null
    take(item.id)
    return item.id
  })
}
