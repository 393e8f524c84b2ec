/**
 * Lengths in characters. Counts: how often one side may open a dispute about one payment, and how many statements it
 * may add.
 */
export const DISPUTE_LIMITS = {
  statement: 4_000,
  decision_reason: 4_000,
  opened_per_side: 3,
  statements_per_side: 20,
  files_per_statement: 5,
  /** Messages per page of the evidence. */
  messages_page: 100,
} as const
