import { CREATORS, ELLEN } from '#scripts/demo/cast.ts'
import { BRANDS } from './brands.ts'
import { MORE_CREATORS } from './creators.ts'
import type { MarketDeal } from './deal.ts'
import { FENNEL_DEALS } from './fennel-deals.ts'
import { HARROW_DEALS } from './harrow-deals.ts'
import { KESTREL_DEALS } from './kestrel-deals.ts'
import { LOAM_DEALS } from './loam-deals.ts'
import { NORTHLIGHT_DEALS } from './northlight-deals.ts'
import { TIDEWELL_DEALS } from './tidewell-deals.ts'

/** Everyone of the market and the days since they joined: the cast of every demo first, and Ellen before all. */
export const PEOPLE = [
  { ...ELLEN, joined: 364 },
  ...BRANDS,
  ...CREATORS.map((person, nth) => ({ ...person, joined: [356, 334, 280, 12][nth] ?? 0 })),
  ...MORE_CREATORS,
]

/** Each brand's projects, beside those that every demo has. */
export const DEALS: readonly { brand: string; deals: readonly MarketDeal[] }[] = [
  { brand: 'ellen', deals: HARROW_DEALS },
  { brand: 'fennel', deals: FENNEL_DEALS },
  { brand: 'tidewell', deals: TIDEWELL_DEALS },
  { brand: 'northlight', deals: NORTHLIGHT_DEALS },
  { brand: 'loam', deals: LOAM_DEALS },
  { brand: 'kestrel', deals: KESTREL_DEALS },
]
