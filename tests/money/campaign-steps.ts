import fc from 'fast-check'
import { DEFAULT_FEE_TERMS } from '#contract/fees.ts'
import { HIGHEST_PRICE, LOWEST_PRICE } from '#tests/support/prices.ts'
import { FAULTS, type Fault } from './faults.ts'
import { anyStep, type Plan, type SavedCardKind, type Step } from './steps.ts'

/**
 * A project that hires several creators: who applied at which price in cents, how many it wants, and the total budget.
 */
export interface CampaignPlan {
  seats: number
  prices: number[]
  /** The total budget in cents; null for none. */
  budget: number | null
}

/** What a brand does with a project that hires several creators. `picks` choose among those who applied. */
export type CampaignStep =
  | { do: 'hire'; pick: number }
  | { do: 'hire_several'; picks: number[] }
  /**
   * Everyone hired is funded at once; where `fails` names one of them, that deal's own card was refused just before.
   */
  | { do: 'fund_all'; card: SavedCardKind; fails: number | null; faults: Faults }
  | { do: 'end_hiring'; how: 'close' | 'cancel' }
type Faults = Fault[]

/** The number of deals that a step may name: numbers beyond the hired ones belong to no one, and nothing happens. */
const DEALS = 4

const faults = fc.array(fc.oneof(fc.constant<Fault>('ok'), fc.constantFrom<Fault>(...FAULTS)), {
  maxLength: 2,
  size: 'max',
})
const pick = fc.nat(7)

const campaignStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('hire' as const), pick }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('hire_several' as const),
      picks: fc.array(pick, { minLength: 2, maxLength: 5 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('fund_all' as const),
      card: fc.constantFrom<SavedCardKind>('good', 'good', 'good', 'refused', 'asks_holder'),
      fails: fc.constantFrom(null, null, 0, 1),
      faults,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('end_hiring' as const),
      how: fc.constantFrom<'close' | 'cancel'>('close', 'close', 'cancel'),
    }),
  },
)

/** All parts of a campaign come close together, so that a cancelled deal makes room in seats and in the budget. */
const campaigns: fc.Arbitrary<CampaignPlan> = fc
  .record({
    seats: fc.integer({ min: 2, max: 4 }),
    prices: fc.array(
      fc.oneof(
        { weight: 1, arbitrary: fc.constantFrom(LOWEST_PRICE, HIGHEST_PRICE) },
        { weight: 5, arbitrary: fc.integer({ min: 10_000, max: 50_000 }) },
      ),
      { minLength: 4, maxLength: 6 },
    ),
    // A percentage of the sum of all asked prices.
    affordable: fc.constantFrom(null, 40, 60, 80),
  })
  .map(({ seats, prices, affordable }) => ({
    seats,
    prices,
    budget:
      affordable === null
        ? null
        : Math.min(
            HIGHEST_PRICE,
            Math.ceil((prices.reduce((sum, one) => sum + one, 0) * affordable) / 100),
          ),
  }))

/** The plan of a seed that walks through a project that hires several creators, always the same for one seed. */
export function campaignPlanOf(seed: number, steps: number): Plan {
  const plans = fc.record({
    campaign: campaigns,
    lostForGood: fc.constantFrom(true, false, false),
    steps: fc.array(
      fc.oneof({ weight: 1, arbitrary: campaignStep }, { weight: 4, arbitrary: anyStep(DEALS) }),
      { minLength: steps, maxLength: steps },
    ),
  })
  const [plan] = fc.sample(plans, { seed, numRuns: 1 })
  if (plan === undefined) throw new Error(`no plan for seed ${seed}`)
  return { deals: [], ...plan }
}

/** The fee terms everyone is hired on until a step changes them. */
export const CAMPAIGN_TERMS = DEFAULT_FEE_TERMS
