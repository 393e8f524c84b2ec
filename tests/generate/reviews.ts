import { closesAt } from '#contract/reputation.ts'
import { below, idOf, oneOf, share } from './draw.ts'
import { everyDeal } from './deals.ts'
import type { GeneratedDeal, GeneratedProject, Market } from './market.ts'
import { type GeneratedTable, line, moment } from './table.ts'
import { PRAISE } from './words.ts'

const DAY = 24 * 3_600_000
/** Out of ten people who are asked, seven write a review. */
const WRITE = 0.7

/**
 * The reviews of every deal that was paid, by both sides: shown, or not written in time. Where a deal is less than 14
 * days old, both sides wrote at once, so that no clock has anything to do.
 */
export function reviewTables(market: Market): GeneratedTable[] {
  return [
    {
      name: 'deal_reviews',
      columns: [
        'id',
        'project_id',
        'application_id',
        'author_id',
        'subject_id',
        'side',
        'status',
        'opened_at',
        'closes_at',
        'first',
        'second',
        'third',
        'again',
        'body',
        'sealed_at',
        'shown_at',
      ],
      *lines() {
        for (const [project, deal] of everyDeal(market))
          if (deal.approvedAt !== null)
            for (const side of [0, 1] as const)
              yield reviewLine(market, project, deal, { side, endedAt: deal.approvedAt })
      },
    },
  ]
}

function reviewLine(
  market: Market,
  project: GeneratedProject,
  deal: GeneratedDeal,
  { side, endedAt }: { side: 0 | 1; endedAt: number },
): string {
  const n = project.n * 2 + side
  const closes = closesAt(new Date(endedAt)).getTime()
  const isOver = closes <= market.now
  const at = (one: number) => (isOver ? writtenAt(one, endedAt) : endedAt)
  const [mine, theirs] = [at(n), at(n ^ 1)]
  const isWritten = mine !== null
  const shownAt = mine === null ? null : theirs === null ? closes : Math.max(mine, theirs)
  const score = (question: number) => (isWritten ? 3 + below(n, question, 3) : null)
  const [author, subject] =
    side === 0 ? [project.sellerId, deal.creatorId] : [deal.creatorId, project.sellerId]
  return line(
    idOf('review', n),
    project.id,
    idOf('application', deal.application.n),
    author,
    subject,
    side === 0 ? 'seller' : 'creator',
    isWritten ? 'shown' : 'lapsed',
    moment(endedAt),
    moment(closes),
    score(231),
    score(232),
    score(233),
    isWritten ? share(n, 234) < 0.9 : null,
    isWritten ? oneOf(PRAISE, n, 235) : '',
    moment(mine),
    moment(shownAt),
  )
}

/** When one side wrote its review, in milliseconds; null: never. Always within ten days. */
const writtenAt = (n: number, endedAt: number): number | null =>
  share(n, 236) < WRITE ? endedAt + share(n, 237) * 10 * DAY : null
