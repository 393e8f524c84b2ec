import type { Application } from '#contract/application-schemas.ts'
import { formatUsd } from '#contract/money.ts'

/** "Proposed $300.00, now $340.00", once an offer or a change has replaced the proposed price; null before. */
export const priceSince = ({
  first_price: first,
  proposed_price: now,
}: Pick<Application, 'first_price' | 'proposed_price'>): string | null =>
  first === now ? null : `Proposed ${formatUsd(first)}, now ${formatUsd(now)}`
