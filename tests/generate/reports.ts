import { REPORT_REASONS } from '#contract/reports.ts'
import { below, idOf, oneOf } from './draw.ts'
import { everyProject } from './deals.ts'
import { creatorId, type Market } from './market.ts'
import { type GeneratedTable, line, moment } from './table.ts'

const HOUR = 3_600_000
/** One in this many projects is reported; of these, one in REPORTS_WAIT waits for an operator. */
const REPORT_EVERY = 40
const REPORTS_WAIT = 4

/** Reports of projects by creators: most were looked at and dismissed, the rest are waiting. */
export const reportTable = (market: Market): GeneratedTable => ({
  name: 'reports',
  columns: [
    'id',
    'reporter_id',
    'person_id',
    'subject',
    'subject_id',
    'project_id',
    'seen',
    'reason',
    'body',
    'status',
    'created_at',
    'looked_at',
    'closed_at',
  ],
  *lines() {
    for (const project of everyProject(market)) {
      if (project.n % REPORT_EVERY !== 0) continue
      const waits = project.n % (REPORT_EVERY * REPORTS_WAIT) === 0
      const closedAt = waits ? null : moment(project.createdAt + HOUR)
      yield line(
        idOf('report', project.n),
        creatorId(market, below(project.n, 294, market.creators)),
        project.sellerId,
        'project',
        project.id,
        project.id,
        'A project as it was seen.',
        oneOf(REPORT_REASONS, project.n, 295),
        'It asks to pay outside.',
        waits ? 'open' : 'dismissed',
        moment(project.createdAt),
        closedAt,
        closedAt,
      )
    }
  },
})
