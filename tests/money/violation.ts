/** An invariant about money that a run broke. `promise` is its number in the list of invariants, or a word. */
export class Violation extends Error {
  override name = 'Violation'

  constructor(promise: string, what: string) {
    super(`${promise}: ${what}`)
  }
}
