import { needsReason } from '#contract/delivery-checks.ts'
import { machineFinding } from '#contract/machine-checks.ts'
import { checkedBy } from './briefs.ts'
import { deliveries, everyDeal, filesOf } from './deals.ts'
import { idOf } from './draw.ts'
import type { Market } from './market.ts'
import { type GeneratedTable, line, moment } from './table.ts'

/** The checks of each delivery, as its hand-in writes them and as a brand that found nothing missing answers them. */
export const checkTable = (market: Market): GeneratedTable => ({
  name: 'deliverable_checks',
  columns: [
    'deliverable_id',
    'check_id',
    'machine',
    'found',
    'ticked',
    'reason',
    'holds',
    'answered_at',
  ],
  *lines() {
    for (const [project, deal] of everyDeal(market)) {
      const brief = checkedBy(project)
      if (brief === null) continue
      for (const { n, status, reviewedAt } of deliveries(project, deal)) {
        // Files without bytes give their number and nothing else.
        const files = filesOf(n, deal).map(() => ({
          item_id: brief.videoItem,
          file_type: 'video/mp4',
          media: null,
          picture: null,
        }))
        for (const { id, rule, must } of brief.checks) {
          const finding = rule === null ? null : machineFinding(rule, brief.items, files)
          const machine = finding?.holds ?? null
          const ticked = finding === null ? true : null
          yield line(
            idOf('deliverable', n),
            id,
            machine,
            finding?.found ?? null,
            ticked,
            needsReason({ machine, ticked, must }) ? 'As we agreed in our conversation.' : null,
            status === 'pending' ? null : true,
            moment(status === 'pending' ? null : reviewedAt),
          )
        }
      }
    }
  },
})
