/** Items in the order of the given ids; the others follow in their own order. */
export function inOrder<Thing extends { id: string }>(
  things: readonly Thing[],
  order: readonly string[],
): Thing[] {
  const placeOf = ({ id }: Thing) => {
    const place = order.indexOf(id)
    return place < 0 ? order.length : place
  }
  return things.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Ids with one of them moved, to a zero-based position in the result. An unknown id changes nothing. */
export function moved(ids: readonly string[], id: string, place: number): string[] {
  if (!ids.includes(id)) return [...ids]
  return ids.filter((one) => one !== id).toSpliced(place, 0, id)
}
