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
