import fc from 'fast-check'
import { DEFAULT_FEE_PERCENT, FEE_LIMITS, feeTerms } from '#contract/fees.ts'
import { centsFromUsd, type FeeTerms } from '#contract/money.ts'
import { EXTENSION_PRICE_RULE } from '#contract/licence-extensions.ts'
import { HIGHEST_PRICE, LOWEST_PRICE } from '#tests/support/prices.ts'
import type { CampaignPlan, CampaignStep } from './campaign-steps.ts'
import type { DeskStep } from './desk-steps.ts'
import { FAULTS, type Fault } from './faults.ts'
import { FORGERIES, type Forgery } from './mailbag.ts'
import type { TalkPlan, TalkStep } from './talk-steps.ts'

/** Test cards by behaviour. */
export const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  slow: '4000000000070005',
} as const

/** A seller's saved cards, by how they behave when charged. */
export const SAVED_CARDS = {
  good: '4242424242424242',
  refused: '4000000000000341',
  asks_holder: '4000002760003184',
} as const
export type SavedCardKind = keyof typeof SAVED_CARDS

/**
 * One step as data: printable and repeatable. `deal` names a deal of the run, `pick` chooses among what exists at that
 * moment, and `faults` are the fates of the step's provider calls.
 */
export type Step =
  | CampaignStep
  | TalkStep
  | DeskStep
  | { do: 'fund'; deal: number; faults: Fault[] }
  | { do: 'fund_by_card'; deal: number; card: SavedCardKind; faults: Fault[] }
  | { do: 'pay'; deal: number; pick: number; card: keyof typeof CARDS }
  | { do: 'settle_slow'; deal: number; succeeds: boolean }
  | { do: 'expire'; deal: number; pick: number }
  | { do: 'release' | 'refund' | 'approve' | 'cancel_project' | 'wrong_party'; deal: number }
  | { do: 'decide'; deal: number; percent: number }
  /**
   * The named side proposes another price, as a percentage of the agreed one; the other side agrees to the open
   * proposal.
   */
  | { do: 'propose_price'; deal: number; percent: number; by: 'seller' | 'creator' }
  | { do: 'agree_price'; deal: number }
  /** The brand pays the amount that the last agreed change adds to the held money. */
  | { do: 'fund_extra'; deal: number; faults: Fault[] }
  | { do: 'fund_extra_by_card'; deal: number; card: SavedCardKind; faults: Fault[] }
  /** The named side cancels the last agreed change; refused once it is paid. */
  | { do: 'call_off'; deal: number; by: 'seller' | 'creator'; faults: Fault[] }
  /** The creator's payout account is closed, and they connect another. */
  | { do: 'change_payouts'; deal: number }
  /**
   * More months of the licence are wanted at this price in cents, or at the price its terms name; whoever agrees has
   * agreed.
   */
  | { do: 'extend'; deal: number; by: 'terms' | 'seller' | 'creator'; cents: number }
  | { do: 'withdraw_extension'; deal: number; by: 'seller' | 'creator' }
  | { do: 'fund_extension'; deal: number; faults: Fault[] }
  | { do: 'fund_extension_by_card'; deal: number; card: SavedCardKind; faults: Fault[] }
  | { do: 'dispute'; deal: number; ends: 'open' | 'won' | 'lost' }
  | { do: 'refund_fails' | 'transfer_reversed' | 'transfer_part_reversed'; deal: number }
  | { do: 'jobs'; count: number; pick: number; faults: Fault[] }
  | { do: 'job_then_die'; pick: number; faults: Fault[] }
  | { do: 'hear_back' }
  | { do: 'deliver'; count: number; pick: number }
  | { do: 'deliver_again'; pick: number }
  | { do: 'lose_event'; pick: number }
  | { do: 'forge'; pick: number; how: Forgery }
  | { do: 'clock'; hours: number }
  | { do: 'change_fee'; terms: FeeTerms }
  | { do: 'restart' }

const faults = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: fc.constant<Fault>('ok') },
    { weight: 1, arbitrary: fc.constantFrom<Fault>(...FAULTS) },
  ),
  { maxLength: 2, size: 'max' },
)
const pick = fc.nat(20)
/** What more months may cost, in cents: the minimum, the maximum, and any value between. */
const extensionPrice = fc.oneof(
  fc.constantFrom(EXTENSION_PRICE_RULE.leastCents, HIGHEST_PRICE),
  fc.integer({ min: EXTENSION_PRICE_RULE.leastCents, max: HIGHEST_PRICE }),
)
/** Configurable terms: the default, the bounds, and any value between; with and without a minimum. */
const terms: fc.Arbitrary<FeeTerms> = fc
  .record({
    percent: fc.oneof(
      fc.constantFrom(DEFAULT_FEE_PERCENT, FEE_LIMITS.percent.min, FEE_LIMITS.percent.max),
      fc
        .integer({ min: FEE_LIMITS.percent.min * 100, max: FEE_LIMITS.percent.max * 100 })
        .map((bps) => bps / 100),
    ),
    minimum: fc.oneof(
      fc.constantFrom(0, 0, 1, centsFromUsd(FEE_LIMITS.minimumUsd.max)),
      fc.integer({ min: 0, max: centsFromUsd(FEE_LIMITS.minimumUsd.max) }),
    ),
  })
  .map(({ percent, minimum }) => feeTerms(percent, minimum))

/** Any step of a run with `deals` deals. Weighted towards steps that move money. */
export function anyStep(deals: number): fc.Arbitrary<Step> {
  const deal = fc.nat(deals - 1)
  const of = <S extends Step>(weight: number, arbitrary: fc.Arbitrary<S>) => ({
    weight,
    arbitrary: arbitrary as fc.Arbitrary<Step>,
  })
  const plain = (word: 'release' | 'refund' | 'approve' | 'cancel_project' | 'wrong_party') =>
    fc.record({ do: fc.constant(word), deal })
  return fc.oneof(
    of(8, fc.record({ do: fc.constant('fund' as const), deal, faults })),
    of(
      3,
      fc.record({
        do: fc.constant('fund_by_card' as const),
        deal,
        card: fc.constantFrom<SavedCardKind>('good', 'good', 'refused', 'asks_holder'),
        faults,
      }),
    ),
    of(1, fc.record({ do: fc.constant('refund_fails' as const), deal })),
    of(1, fc.record({ do: fc.constant('transfer_reversed' as const), deal })),
    of(1, fc.record({ do: fc.constant('transfer_part_reversed' as const), deal })),
    of(
      9,
      fc.record({
        do: fc.constant('pay' as const),
        deal,
        pick,
        card: fc.constantFrom<keyof typeof CARDS>('good', 'good', 'good', 'declined', 'slow'),
      }),
    ),
    of(2, fc.record({ do: fc.constant('settle_slow' as const), deal, succeeds: fc.boolean() })),
    of(1, fc.record({ do: fc.constant('expire' as const), deal, pick })),
    of(6, plain('release')),
    of(5, plain('refund')),
    of(3, plain('approve')),
    of(1, plain('cancel_project')),
    of(1, plain('wrong_party')),
    of(2, fc.record({ do: fc.constant('change_payouts' as const), deal })),
    of(
      3,
      fc.record({
        do: fc.constant('decide' as const),
        deal,
        percent: fc.constantFrom(0, 1, 37, 50, 99, 100),
      }),
    ),
    of(
      3,
      fc.record({
        do: fc.constant('propose_price' as const),
        deal,
        // Lower prices are more frequent: they are where money leaves.
        percent: fc.constantFrom(1, 50, 99, 1, 50, 99, 101, 130),
        by: fc.constantFrom<'seller' | 'creator'>('seller', 'creator'),
      }),
    ),
    of(3, fc.record({ do: fc.constant('agree_price' as const), deal })),
    of(4, fc.record({ do: fc.constant('fund_extra' as const), deal, faults })),
    of(
      1,
      fc.record({
        do: fc.constant('fund_extra_by_card' as const),
        deal,
        card: fc.constantFrom<SavedCardKind>('good', 'refused', 'asks_holder'),
        faults,
      }),
    ),
    of(
      2,
      fc.record({
        do: fc.constant('call_off' as const),
        deal,
        by: fc.constantFrom<'seller' | 'creator'>('seller', 'creator'),
        faults,
      }),
    ),
    of(
      3,
      fc.record({
        do: fc.constant('extend' as const),
        deal,
        by: fc.constantFrom<'terms' | 'seller' | 'creator'>('terms', 'seller', 'creator'),
        cents: extensionPrice,
      }),
    ),
    of(
      1,
      fc.record({
        do: fc.constant('withdraw_extension' as const),
        deal,
        by: fc.constantFrom<'seller' | 'creator'>('seller', 'creator'),
      }),
    ),
    of(4, fc.record({ do: fc.constant('fund_extension' as const), deal, faults })),
    of(
      2,
      fc.record({
        do: fc.constant('fund_extension_by_card' as const),
        deal,
        card: fc.constantFrom<SavedCardKind>('good', 'good', 'refused', 'asks_holder'),
        faults,
      }),
    ),
    of(
      2,
      fc.record({
        do: fc.constant('dispute' as const),
        deal,
        ends: fc.constantFrom<'open' | 'won' | 'lost'>('open', 'won', 'lost'),
      }),
    ),
    of(
      14,
      fc.record({
        do: fc.constant('jobs' as const),
        count: fc.integer({ min: 1, max: 5 }),
        pick,
        faults,
      }),
    ),
    of(4, fc.record({ do: fc.constant('job_then_die' as const), pick, faults })),
    of(4, fc.record({ do: fc.constant('hear_back' as const) })),
    of(
      12,
      fc.record({
        do: fc.constant('deliver' as const),
        count: fc.integer({ min: 1, max: 6 }),
        pick,
      }),
    ),
    of(3, fc.record({ do: fc.constant('deliver_again' as const), pick })),
    of(2, fc.record({ do: fc.constant('lose_event' as const), pick })),
    of(
      1,
      fc.record({ do: fc.constant('forge' as const), pick, how: fc.constantFrom(...FORGERIES) }),
    ),
    of(2, fc.record({ do: fc.constant('clock' as const), hours: fc.constantFrom(1, 22, 25) })),
    of(1, fc.record({ do: fc.constant('change_fee' as const), terms })),
    of(2, fc.record({ do: fc.constant('restart' as const) })),
  )
}

/** Allowed prices, in cents: the lowest, the highest, and any value between. */
const price = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom(LOWEST_PRICE, HIGHEST_PRICE) },
  { weight: 3, arbitrary: fc.integer({ min: LOWEST_PRICE, max: HIGHEST_PRICE }) },
)

/** A deal at its start: its price in cents, its terms, and whether its money is already held. */
export interface DealPlan {
  price: number
  terms: FeeTerms
  held: boolean
  /**
   * Whether both sides agreed on a higher price once the money was held, and whether the added amount is held, too.
   * Absent: neither.
   */
  extra?: 'agreed' | 'held' | 'none'
  /** Whether it was then released and its licence extended, with the price taken or paid. Absent: not released. */
  released?: 'plain' | 'extension taken' | 'extended' | 'none'
  /**
   * How the price was set: as applied for, by an offer that one side accepted, or by an order. Absent: as applied for.
   */
  agreed?: Agreed
}

/**
 * Who accepted the offer that set the price; or that an order was accepted, with or without a charge of its brand's
 * saved card.
 */
export type Agreed = 'applied' | 'creator_accepts' | 'brand_accepts' | 'ordered' | 'ordered_by_card'

/** A seed's plan: its deals, and its steps. */
export interface Plan {
  deals: DealPlan[]
  /** Lost events never arrive; a reconciliation must do without them (M9). */
  lostForGood: boolean
  /** The project that hires several creators, whose hires are the deals. Absent: the deals are separate. */
  campaign?: CampaignPlan
  /** The pending applications that become the deals through offers. Absent: the deals exist already. */
  talks?: TalkPlan[]
  /** Whether operators decide about disputes of the deals. */
  isDecided?: boolean
  steps: Step[]
}

/** Returns the plan of a seed, always the same one. */
export function planOf(seed: number, steps: number, deals = 2): Plan {
  const plans = fc.record({
    deals: fc.array(
      fc.record({
        price,
        terms,
        // Money gets lost on its ways out of escrow, so most deals start there.
        held: fc.constantFrom(true, true, true, false),
        extra: fc.constantFrom<'agreed' | 'held' | 'none'>('none', 'none', 'agreed', 'held'),
        released: fc.constantFrom<'plain' | 'extension taken' | 'extended' | 'none'>(
          'none',
          'none',
          'none',
          'plain',
          'extension taken',
          'extended',
        ),
        agreed: fc.constantFrom<Agreed>(
          'applied',
          'creator_accepts',
          'brand_accepts',
          'ordered',
          'ordered_by_card',
        ),
      }),
      { minLength: deals, maxLength: deals },
    ),
    lostForGood: fc.constantFrom(true, false, false),
    steps: fc.array(anyStep(deals), { minLength: steps, maxLength: steps }),
  })
  const [plan] = fc.sample(plans, { seed, numRuns: 1 })
  if (plan === undefined) throw new Error(`no plan for seed ${seed}`)
  return plan
}
