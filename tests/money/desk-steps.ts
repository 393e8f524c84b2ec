import fc from 'fast-check'
import { DEFAULT_FEE_TERMS } from '#contract/fees.ts'
import { HIGHEST_PRICE, LOWEST_PRICE } from '#tests/support/prices.ts'
import { anyStep, type Plan, type Step } from './steps.ts'

/** From this many cents on, a decision needs a second operator in every run (`OPERATOR_SECOND_PERSON_FROM_CENTS`). */
export const SECOND_PERSON_FROM_CENTS = 100_000

/** The number of operators who decide about money in a run. */
export const OPERATORS = 3

/** What the two sides of a dispute and the operators do about it. `by` names an operator, `pick` a proposal, the newest first. */
export type DeskStep =
  /** A side opens a dispute about a deal's held money, and the other side answers. */
  | { do: 'contest'; deal: number; by: 'seller' | 'creator' }
  /** An operator decides that this part of the frozen money goes back, in percent: immediately, or as a proposal. */
  | { do: 'decide_dispute'; deal: number; percent: number; by: number }
  /**
   * The proposer or someone else confirms; `both`: two others confirm concurrently; or someone whose process dies
   * before its nth statement.
   */
  | { do: 'confirm_proposal'; pick: number; as: 'proposer' | 'other' | 'both'; dies: number | null }
  | { do: 'reject_proposal' | 'withdraw_proposal'; pick: number; as: 'proposer' | 'other' }
  /** The time of every open proposal is over; its clock job has run, or not yet. */
  | { do: 'outlast_proposals'; expires: boolean }

const DESK_STEPS: ReadonlySet<Step['do']> = new Set<DeskStep['do']>([
  'contest',
  'decide_dispute',
  'confirm_proposal',
  'reject_proposal',
  'withdraw_proposal',
  'outlast_proposals',
])
export const isDeskStep = (step: Step): step is DeskStep => DESK_STEPS.has(step.do)

const DEALS = 2
const deal = fc.nat(DEALS - 1)
const by = fc.nat(OPERATORS - 1)
/** Mostly the newest: it is the one that may be open. */
const pick = fc.constantFrom(0, 0, 0, 1, 2)
const contest = fc.record({
  do: fc.constant('contest' as const),
  deal,
  by: fc.constantFrom<'seller' | 'creator'>('seller', 'creator'),
})
const decide = fc.record({
  do: fc.constant('decide_dispute' as const),
  deal,
  percent: fc.constantFrom(0, 1, 37, 50, 99, 100),
  by,
})

const deskStep: fc.Arbitrary<DeskStep> = fc.oneof(
  { weight: 5, arbitrary: contest },
  { weight: 8, arbitrary: decide },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('confirm_proposal' as const),
      pick,
      as: fc.constantFrom<'proposer' | 'other' | 'both'>('other', 'both', 'both', 'proposer'),
      dies: fc.oneof(
        { weight: 3, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: 40 }) },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom<'reject_proposal' | 'withdraw_proposal'>(
        'reject_proposal',
        'withdraw_proposal',
      ),
      pick,
      as: fc.constantFrom<'proposer' | 'other'>('proposer', 'other'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('outlast_proposals' as const),
      expires: fc.boolean(),
    }),
  },
)

/** Values around the amount from which two operators decide, the bounds, and any value between. */
const price = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(LOWEST_PRICE, HIGHEST_PRICE) },
  {
    weight: 3,
    arbitrary: fc.integer({ min: -1, max: 1 }).map((off) => SECOND_PERSON_FROM_CENTS + off),
  },
  { weight: 4, arbitrary: fc.integer({ min: SECOND_PERSON_FROM_CENTS, max: HIGHEST_PRICE }) },
)

/** The plan of a seed whose held money is disputed and decided by operators, always the same for one seed. */
export function deskPlanOf(seed: number, steps: number): Plan {
  const opening: fc.Arbitrary<Step>[] = [
    contest.map((step) => ({ ...step, deal: 0 })),
    contest.map((step) => ({ ...step, deal: 1 })),
    decide.map((step) => ({ ...step, deal: 0 })),
  ]
  const said: fc.Arbitrary<Step> = deskStep
  // A decision without a dispute makes no sense: here each one has a dispute.
  const other = anyStep(DEALS).filter((step) => step.do !== 'decide')
  const step = fc.oneof({ weight: 1, arbitrary: said }, { weight: 2, arbitrary: other })
  const plans = fc.record({
    deals: fc.array(
      fc.record({
        price,
        terms: fc.constant(DEFAULT_FEE_TERMS),
        held: fc.constant(true),
        extra: fc.constantFrom<'held' | 'none'>('none', 'none', 'held'),
      }),
      { minLength: DEALS, maxLength: DEALS },
    ),
    lostForGood: fc.constantFrom(true, false, false),
    opening: fc.tuple(...opening),
    steps: fc.array(step, { minLength: steps, maxLength: steps }),
  })
  const [plan] = fc.sample(plans, { seed, numRuns: 1 })
  if (plan === undefined) throw new Error(`no plan for seed ${seed}`)
  const { opening: first, ...rest } = plan
  return { ...rest, isDecided: true, steps: [...first, ...plan.steps] }
}
