import type { FeeTerms } from '#contract/money.ts'
import { idOf } from './draw.ts'
import type { GeneratedDeal, GeneratedProject } from './market.ts'

/** One payment of a deal: its own, or an extra that an amendment added after the deal's own payment was held. */
export interface GeneratedPayment {
  id: string
  /** The suffix of the provider's ids for it. */
  tag: string
  cents: number
  terms: FeeTerms
  fundedAt: number
  amendmentId: string | null
}

/** The payments of a deal that were funded; an extra bears no minimum fee (decision 0073). */
export function paymentsOf(
  { n }: GeneratedProject,
  { fundedAt, firstCents, extraCents }: GeneratedDeal,
  terms: FeeTerms,
): GeneratedPayment[] {
  if (fundedAt === null) return []
  const own = {
    id: idOf('payment', n),
    tag: String(n),
    cents: firstCents,
    terms,
    fundedAt,
    amendmentId: null,
  }
  if (extraCents === 0) return [own]
  const extra = {
    id: idOf('extra', n),
    tag: `extra${n}`,
    cents: extraCents,
    terms: { ...terms, minimum_fee_cents: 0 },
    fundedAt,
    amendmentId: idOf('amendment', n),
  }
  return [own, extra]
}
