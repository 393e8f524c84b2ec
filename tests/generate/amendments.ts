import { BRIEFS, briefOf, hasBrief, roundsOf } from './briefs.ts'
import { everyDeal } from './deals.ts'
import { idOf, share } from './draw.ts'
import type { GeneratedDeal, GeneratedProject, Market } from './market.ts'
import { day, type GeneratedTable, line, moment } from './table.ts'

const HOUR = 3_600_000
const WEEK = 7 * 24 * HOUR

/**
 * A change of the date that was agreed, or one of the brief that was declined: for one deal in ten among those without
 * an extra payment. Null for the others.
 */
export function changeOf(
  project: GeneratedProject,
  deal: GeneratedDeal,
): { move: 'accept' | 'decline'; at: number } | null {
  if (deal.extraCents > 0 || share(project.n, 297) >= 0.1) return null
  const isBrief = hasBrief(project) && share(project.n, 298) < 0.5
  return { move: isBrief ? 'decline' : 'accept', at: deal.acceptedAt }
}

/** Higher prices that both sides agreed and the brand paid, half of them for another round; and other changes. */
export const amendmentTable = (market: Market): GeneratedTable => ({
  name: 'amendments',
  columns: [
    'id',
    'application_id',
    'number',
    'by',
    'deliver_by',
    'against_deliver_by',
    'brief',
    'brief_hash',
    'against_brief_version',
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
      const own = extraLine(project, deal) ?? changeLine(project, deal)
      if (own !== null) yield own
    }
  },
})

const idsOf = ({ n }: GeneratedProject, deal: GeneratedDeal) =>
  [idOf('amendment', n), idOf('application', deal.application.n), 1, 'creator'] as const

function extraLine(project: GeneratedProject, deal: GeneratedDeal): string | null {
  if (deal.extraCents === 0 || deal.fundedAt === null) return null
  const at = deal.fundedAt
  const rounds = roundsOf(project)
  const isRound = share(project.n, 296) < 0.5
  return line(
    ...idsOf(project, deal),
    null,
    day(project.deadline),
    null,
    null,
    null,
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

function changeLine(project: GeneratedProject, deal: GeneratedDeal): string | null {
  const change = changeOf(project, deal)
  if (change === null) return null
  const { move, at } = change
  const isDate = move === 'accept'
  const brief = isDate ? null : otherBrief(project)
  return line(
    ...idsOf(project, deal),
    isDate ? day(project.deadline) : null,
    day(isDate ? project.deadline - WEEK : project.deadline),
    brief?.json ?? null,
    brief?.hash ?? null,
    hasBrief(project) ? 1 : null,
    null,
    null,
    null,
    null,
    null,
    null,
    isDate ? 'accepted' : 'declined',
    moment(at + 72 * HOUR),
    moment(at),
    moment(at),
  )
}

/** A brief that differs from the project's. */
const otherBrief = (project: GeneratedProject) =>
  BRIEFS.find((brief) => brief !== briefOf(project)) ?? null
