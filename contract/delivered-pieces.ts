import { BRIEF_LIMITS } from './briefs.ts'
import type { ErrorEntry } from './error-entry.ts'

/** Several files of one delivery: the first is the delivery's own `file_id`, the others stand beside it. */

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

export const deliveryFileErrors = {
  /** `fields` names each of them, as `files.<its place from 0>`. */
  'deliverable.file_taken': {
    status: 409,
    message: 'A file of this delivery was handed in before.',
  },
  /** `fields` as above. */
  'deliverable.item_wrong': {
    status: 422,
    message: 'Some files do not fit their items. Look at the list.',
  },
} as const satisfies Record<string, ErrorEntry>

/** What tells the files of one version apart. */
export interface PlacedFile {
  /** From 1. */
  position: number
  item_id: string | null
}

/**
 * The file of another version that stands for this one: the same piece of the same item, otherwise the one at the same
 * place, otherwise the first. Undefined for no files.
 */
export function matchingFile<T extends PlacedFile>(
  file: PlacedFile,
  { from, to }: { from: readonly PlacedFile[]; to: readonly T[] },
): T | undefined {
  const ofItem = <F extends PlacedFile>(files: readonly F[]) =>
    files.filter(({ item_id }) => item_id !== null && item_id === file.item_id)
  const piece = ofItem(from).findIndex(({ position }) => position === file.position)
  const samePiece = piece === -1 ? undefined : ofItem(to)[piece]
  return samePiece ?? to.find(({ position }) => position === file.position) ?? to[0]
}
