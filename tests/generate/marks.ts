import { everyDeal } from './deals.ts'
import { idOf } from './draw.ts'
import type { Market } from './market.ts'
import { day, type GeneratedTable, line } from './table.ts'

const DAY = 24 * 3_600_000
/** Accounts behind one address: an office, which says nothing about any two of them. */
const OFFICE = 30
/** One in this many deals is between two accounts of one person. */
const RING_EVERY = 200
/** The days of the last month on which everyone signed in. */
const SIGN_INS = [2, 9, 25] as const

/** A keyed hash as COPY reads it. */
const mark = (uuid: string) => String.raw`\\x` + uuid.replaceAll('-', '')

/**
 * Everyone's own device and an address they share with an office; also pairs who share a device, whose deals count for
 * no one.
 */
export function markTables(market: Market): GeneratedTable[] {
  return [
    {
      name: 'account_marks',
      columns: ['profile_id', 'kind', 'mark', 'seen_on'],
      *lines() {
        const people = market.sellers + market.creators
        for (let n = 0; n < people; n += 1) {
          const [person, office] = [idOf('person', n), idOf('identity', Math.floor(n / OFFICE))]
          for (const days of SIGN_INS) {
            const seenOn = day(market.now - days * DAY)
            yield line(person, 'device', mark(person), seenOn)
            yield line(person, 'address', mark(office), seenOn)
          }
        }
        for (const [project, deal] of everyDeal(market))
          if (project.n % RING_EVERY === 0)
            for (const person of [project.sellerId, deal.creatorId])
              yield line(person, 'device', mark(project.id), day(market.now - DAY))
      },
    },
  ]
}
