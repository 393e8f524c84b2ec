import { PACKAGE_DAYS, PACKAGE_PRICES, type PackageStatus } from '#contract/packages.ts'
import { everyProject } from './deals.ts'
import { below, idOf, oneOf, share } from './draw.ts'
import { creatorId, type GeneratedProject, type Market } from './market.ts'
import { type GeneratedTable, line, moment } from './table.ts'
import { GOODS, TASKS, WORKS } from './words.ts'

const HOUR = 3_600_000

interface GeneratedPackage {
  /** Numbered across the whole market. */
  n: number
  position: number
  cents: number
  days: number
  rounds: number
  status: PackageStatus
}

/** Ten places each (PACKAGE_LIMITS), as in the database. */
const PLACES = 10

/**
 * The packages that a creator, by their number among creators, has listed: half have none, one in twenty has all ten,
 * the others have one to three.
 */
export function packagesOf(creator: number): GeneratedPackage[] {
  if (share(creator, 260) < 0.5) return []
  const length = share(creator, 268) < 0.1 ? PLACES : 1 + below(creator, 261, 3)
  return Array.from({ length }, (_, place) => {
    const n = creator * PLACES + place
    return {
      n,
      position: place + 1,
      cents: (8 + below(n, 262, 140)) * 1_000,
      days: 2 + below(n, 263, 30),
      rounds: below(n, 264, 4),
      status: statusOf(n),
    }
  })
}

/** One in ten is a draft, and one in ten is paused. */
function statusOf(n: number): PackageStatus {
  const drawn = share(n, 273)
  if (drawn < 0.8) return 'listed'
  return drawn < 0.9 ? 'draft' : 'paused'
}

/**
 * The extra that a third of the packages and orders offer: another version for this many cents, which takes two more
 * days.
 */
const CUTDOWN = { id: 'cutdown', label: 'A shorter version', price: 1_500, days: 2 }
const hasAddOn = (n: number) => share(n, 274) < 0.3
const addOnsJson = (isOffered: boolean) => JSON.stringify(isOffered ? [CUTDOWN] : [])

/**
 * What a trigger would have written to their profile: the lowest price, and every bound that one of the packages meets.
 */
export function packageFacets(creator: number): { from: number | null; facets: string[] } {
  const packages = packagesOf(creator).filter(({ status }) => status === 'listed')
  const facets = packages.flatMap(({ cents, days }) => {
    const prices = PACKAGE_PRICES.filter((most) => cents <= Number(most) * 100).map((p) => `p${p}`)
    const times = PACKAGE_DAYS.filter((most) => days <= Number(most)).map((d) => `d${d}`)
    return [...prices, ...times, ...prices.flatMap((price) => times.map((time) => price + time))]
  })
  return {
    from: packages.length === 0 ? null : Math.min(...packages.map(({ cents }) => cents)),
    facets: [...new Set(facets)].toSorted(),
  }
}

const itemsJson = (n: number) =>
  JSON.stringify([
    {
      id: 'piece',
      what: 'video',
      label: null,
      count: 1 + below(n, 265, 3),
      ratio: '9:16',
      seconds_min: null,
      seconds_max: 30,
      min_width: null,
      sound: true,
      captions: false,
      raw: false,
    },
  ])

const titleOf = (n: number) => `${oneOf(WORKS, n, 266)} ${oneOf(GOODS, n, 267)}`

/** Packages and their orders: one funded deal in ten began as one, and every other draft waits for its creator. */
export function packageTables(market: Market): GeneratedTable[] {
  return [
    {
      name: 'packages',
      columns: [
        'id',
        'creator_id',
        'title',
        'items',
        'price',
        'days',
        'rounds',
        'add_ons',
        'status',
        'position',
        'updated_at',
      ],
      *lines() {
        for (let creator = 0; creator < market.creators; creator++)
          for (const { n, cents, days, rounds, status, position } of packagesOf(creator))
            yield line(
              idOf('package', n),
              creatorId(market, creator),
              titleOf(n),
              itemsJson(n),
              cents,
              days,
              rounds,
              addOnsJson(hasAddOn(n)),
              status,
              position,
              moment(market.now),
            )
      },
    },
    {
      name: 'package_orders',
      columns: [
        'id',
        'project_id',
        'seller_id',
        'creator_id',
        'terms',
        'add_ons',
        'price',
        'days',
        'words',
        'status',
        'created_at',
        'answer_by',
        'answered_at',
        'fund_by',
      ],
      *lines() {
        for (const project of everyProject(market)) {
          const order = orderOf(market, project)
          if (order !== null) yield order
        }
      },
    },
  ]
}

function orderOf(market: Market, project: GeneratedProject): string | null {
  const { n, deal } = project
  const isWaiting = project.status === 'draft' && share(n, 268) < 0.5
  if (!isWaiting && (deal?.fundedAt == null || share(n, 269) > 0.1)) return null
  const cents = deal?.firstCents ?? project.budgetCents
  const days = 2 + below(n, 270, 30)
  // The price of an order is the price of its package plus that of the chosen extras.
  const isChosen = hasAddOn(n) && cents > 2 * CUTDOWN.price
  const price = isChosen ? cents - CUTDOWN.price : cents
  const terms = `{"title": "${titleOf(n)}", "items": ${itemsJson(n)}, "price": ${price}, "days": ${days}, "rounds": 2, "add_ons": ${addOnsJson(isChosen)}}`
  // Neither its end nor its reminder is due.
  const placed = deal === null ? market.now - HOUR : deal.acceptedAt - HOUR
  return line(
    idOf('order', n),
    project.id,
    project.sellerId,
    deal?.creatorId ?? creatorId(market, below(n, 271, market.creators)),
    terms,
    isChosen ? [CUTDOWN.id] : [],
    cents,
    isChosen ? days + CUTDOWN.days : days,
    oneOf(TASKS, n, 272),
    deal === null ? 'waiting' : 'accepted',
    moment(placed),
    moment(placed + 48 * HOUR),
    deal === null ? null : moment(deal.acceptedAt),
    deal === null ? null : moment(deal.acceptedAt + 72 * HOUR),
  )
}
