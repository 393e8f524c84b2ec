/** An invariant about money, as one query that finds its violations; no rows means it holds. */
export interface MoneyCheck {
  readonly name: string
  /** The invariants it belongs to, M1 to M20. */
  readonly of: string
  readonly promise: string
  readonly query: string
}

/** In a query: whether a job with this key, which is an SQL expression, still has to run. */
export const jobWaits = (key: string): string =>
  `exists (select from graphile_worker._private_jobs jobs where jobs.key = ${key} and attempts < max_attempts)`
