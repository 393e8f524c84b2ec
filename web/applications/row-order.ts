/**
 * The applications with the accepted one on top, then in their original order. The accepted one may be on a page of the
 * list that is not loaded: `accepted` is then still shown, and only once.
 */
export function acceptedFirst<Row extends { id: string; status: string }, Accepted extends Row>(
  rows: readonly Row[],
  accepted: Accepted | null,
): (Row | Accepted)[] {
  const top = rows.find(({ status }) => status === 'accepted') ?? accepted
  return top ? [top, ...rows.filter(({ id }) => id !== top.id)] : [...rows]
}
