import type { FeeTerms } from '#contract/money.ts'
import { everyDeal, roundsOf } from './deals.ts'
import { idOf, share } from './draw.ts'
import type { GeneratedDeal, GeneratedProject, Market } from './market.ts'
import { day, type GeneratedTable, line, moment } from './table.ts'

const HOUR = 3_600_000

/** One payment of a deal: its own, or an extra that an amendment added once that was held. */
export interface GeneratedPayment {
  id: string
  /** What the provider's ids of it end with. */
  tag: string
  cents: number
  terms: FeeTerms
  fundedAt: number
  amendmentId: string | null
}

/** Those of a deal that were funded; an extra bears no minimum fee (decision 0073). */
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

/** The higher prices that both sides agreed on and the brand paid; half of them for another round. */
export const amendmentTable = (market: Market): GeneratedTable => ({
  name: 'amendments',
  columns: [
    'id',
    'application_id',
    'number',
    'by',
    'against_deliver_by',
    'price',
    'against_price',
    'extra',
    'pay_by',
    'rounds',
    'against_rounds',
    'status',
    'expires_at',
    'created_at',
    'answered_at',
  ],
  *lines() {
    for (const [project, deal] of everyDeal(market)) {
      if (deal.extraCents === 0 || deal.fundedAt === null) continue
      const at = deal.fundedAt
      const rounds = roundsOf(project)
      const isRound = share(project.n, 296) < 0.5
      yield line(
        idOf('amendment', project.n),
        idOf('application', deal.application.n),
        1,
        'creator',
        day(project.deadline),
        deal.application.cents,
        deal.firstCents,
        deal.extraCents,
        moment(at + 72 * HOUR),
        isRound ? rounds + 1 : null,
        isRound ? rounds : null,
        'accepted',
        moment(at + 72 * HOUR),
        moment(at),
        moment(at),
      )
    }
  },
})
