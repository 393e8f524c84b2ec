import { noticeFacts } from '#tests/support/notice-facts.ts'
import { everyDeal, titleOf } from './deals.ts'
import { idOf, share } from './draw.ts'
import { creatorId, type GeneratedDeal, type GeneratedProject, type Market } from './market.ts'
import { type GeneratedTable, line, moment } from './table.ts'

/** People's notifications about their deals, and the searches that some of them saved. */
export function notificationTables(market: Market): GeneratedTable[] {
  return [
    {
      name: 'notifications',
      columns: [
        'user_id',
        'cause',
        'notice',
        'audience',
        'kind',
        'facts',
        'page',
        'read_at',
        'mail',
        'created_at',
      ],
      *lines() {
        for (const [project, deal] of everyDeal(market)) {
          const { application } = deal
          const page = `/projects/${project.id}`
          const facts = JSON.stringify(factsOf(project, deal))
          const notice = (to: string, move: 'submit' | 'accept', audience: string, at: number) =>
            line(
              to,
              `generated:${application.n}:${move}`,
              `application.${move}`,
              audience,
              'applications',
              facts,
              page,
              share(application.n, 55) < 0.8 ? moment(at + 3_600_000) : null,
              'sent',
              moment(at),
            )
          yield notice(project.sellerId, 'submit', 'seller', application.at)
          yield notice(deal.creatorId, 'accept', 'creator', deal.acceptedAt)
        }
      },
    },
    {
      name: 'saved_searches',
      columns: ['id', 'user_id', 'about', 'q', 'category', 'created_at'],
      *lines() {
        const since = moment(market.now - 86_400_000)
        for (let n = 0; n < market.creators; n += 10)
          yield line(
            idOf('search', n),
            creatorId(market, n),
            'projects',
            'stoneware',
            'home',
            since,
          )
      },
    },
  ]
}

const factsOf = (project: GeneratedProject, { application }: GeneratedDeal) =>
  noticeFacts({
    project_id: project.id,
    project_title: titleOf(project),
    project_status: project.status,
    seller_name: 'A brand',
    creator_name: 'A creator',
    amount_cents: application.cents,
  })
