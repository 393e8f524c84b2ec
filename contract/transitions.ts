/**
 * State machines as data. A table says which move leads from which state to which, and who may make it; the button, the
 * server's guard, the tests and the docs read the same table.
 */

/** One move of a machine: the states it may start from, the state it leads to, who may make it. */
export interface Transition<Status extends string, Actor extends string> {
  readonly from: readonly Status[]
  readonly to: Status
  readonly by: readonly Actor[]
}

/** All moves of one machine by name. */
export type TransitionTable<Status extends string, Actor extends string> = Readonly<
  Record<string, Transition<Status, Actor>>
>

/** Returns whether `move` may start from `status`, by anyone. */
export function canMove<Table extends TransitionTable<string, string>>(
  table: Table,
  move: keyof Table & string,
  status: string,
): boolean {
  return table[move]?.from.includes(status) ?? false
}

/** Returns whether `actor` may make `move` from `status`: this enables a button. */
export function mayMove<Table extends TransitionTable<string, string>>(
  table: Table,
  move: keyof Table & string,
  status: string,
  actor: string,
): boolean {
  const transition = table[move]
  return (
    transition !== undefined && transition.from.includes(status) && transition.by.includes(actor)
  )
}

/** Returns the states that no move leaves. */
export function finalStates<Status extends string>(
  statuses: readonly Status[],
  table: TransitionTable<Status, string>,
): Status[] {
  const moves = Object.values(table)
  return statuses.filter((status) => !moves.some((move) => move.from.includes(status)))
}
