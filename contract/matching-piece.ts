/** What distinguishes the files of one version. */
export interface PlacedFile {
  /** From 1. */
  position: number
  item_id: string | null
}

/**
 * Returns the file of another version that corresponds to this one: the same piece of the same item, otherwise the one
 * at the same position, otherwise the first. Undefined if there are no files.
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
