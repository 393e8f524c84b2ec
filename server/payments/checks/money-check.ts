/** An invariant about money, as one query that finds its violations; no rows means it holds. */
export interface MoneyCheck {
  readonly name: string
  /** The invariants it belongs to, M1 to M19. */
  readonly of: string
  readonly promise: string
  readonly query: string
}
