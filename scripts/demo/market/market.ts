import { CREATORS, type DemoPerson, type DemoPiece, ELLEN } from '#scripts/demo/cast.ts'
import { BRANDS } from './brands.ts'
import { MORE_CREATORS } from './creators.ts'
import type { MarketDeal } from './deal.ts'
import { FENNEL_DEALS } from './fennel-deals.ts'
import { HARROW_DEALS } from './harrow-deals.ts'
import { KESTREL_DEALS } from './kestrel-deals.ts'
import { LOAM_DEALS } from './loam-deals.ts'
import { NORTHLIGHT_DEALS } from './northlight-deals.ts'
import { PACKAGE_ORDERS } from './package-orders.ts'
import { TIDEWELL_DEALS } from './tidewell-deals.ts'

/** Days since the first four creators joined, in their order. */
const JOINED = [356, 334, 280, 12]

/** The videos of their portfolios: the first thing a visitor sees after the cover. */
const FILMS: Readonly<Record<string, readonly DemoPiece[]>> = {
  maya: [
    { video: 'first-cup', caption: 'The first cup, as it sounds' },
    { video: 'warm-bowl', caption: 'Still warm' },
  ],
  jonas: [{ video: 'headphones', caption: 'A desk, a day' }],
  priya: [{ video: 'serum-shelf', caption: 'The shelf at eight' }],
  kofi: [{ video: 'street-shoe', caption: 'Noon, no shade' }],
  hana: [{ video: 'one-lamp', caption: 'Switched on' }],
  greta: [{ video: 'candlelight', caption: 'A long take' }],
  sam: [{ video: 'mug-stack', caption: 'Two mugs out of one box' }],
}
const MOST_PIECES = 6
const withFilms = <Person extends DemoPerson>(person: Person): Person => {
  const films = FILMS[person.key] ?? []
  const [cover, ...rest] = person.portfolio ?? []
  if (cover === undefined) return person
  return { ...person, portfolio: [cover, ...films, ...rest].slice(0, MOST_PIECES) }
}

/** Everyone in the market and the days since they joined: the cast of every demo first, and Ellen before all others. */
export const PEOPLE = [
  { ...ELLEN, joined: 364 },
  ...BRANDS,
  ...CREATORS.map((person, nth) => withFilms({ ...person, joined: JOINED[nth] ?? 0 })),
  ...MORE_CREATORS.map(withFilms),
]

/** Each brand's projects, besides those that every demo has. */
export const DEALS: readonly { brand: string; deals: readonly MarketDeal[] }[] = [
  { brand: 'ellen', deals: HARROW_DEALS },
  { brand: 'fennel', deals: FENNEL_DEALS },
  { brand: 'tidewell', deals: TIDEWELL_DEALS },
  { brand: 'northlight', deals: NORTHLIGHT_DEALS },
  { brand: 'loam', deals: LOAM_DEALS },
  { brand: 'kestrel', deals: KESTREL_DEALS },
  ...PACKAGE_ORDERS,
]
