import fc from 'fast-check'
import { HIGHEST_PRICE, LOWEST_PRICE } from '#tests/support/prices.ts'
import { anyStep, type Plan, type Step } from './steps.ts'

/** An application at its price in cents, and what is said about it before the other steps of the run begin. */
export interface TalkPlan {
  asked: number
  opening: TalkStep[]
  /** Whether both then agree and the money is held; otherwise the talks are still open. */
  held: boolean
}

/** What two sides do about a pending application. `talk` names one of the run, `pick` one of its offers, the newest first. */
export type TalkStep =
  /**
   * The named side offers this percentage of the price that stands. With 'open', the side that received the open offer
   * counters it; 'none' ignores it, 'over' names one that is over.
   */
  | {
      do: 'make_offer'
      talk: number
      by: 'seller' | 'creator'
      percent: number
      answers: 'open' | 'none' | 'over'
      hours: number
      hires: boolean
    }
  | {
      do: 'accept_offer' | 'decline_offer' | 'withdraw_offer'
      talk: number
      as: 'author' | 'recipient'
      pick: number
    }
  /** The open offer's time is over, and its clock job either runs or has not run yet. */
  | { do: 'outlast_offer'; talk: number; expires: boolean }
  /** The brand's other ways to respond: it hires at the price that stands, or cancels the project. */
  | { do: 'accept_application' | 'cancel_talk'; talk: number }

const TALKS = 2
const talk = fc.nat(TALKS - 1)
/** Usually the newest offer, which is the one that may be open. */
const pick = fc.constantFrom(0, 0, 0, 1, 2)
/** Usually the side whose turn it is to respond. */
const answering = (
  word: 'accept_offer' | 'decline_offer' | 'withdraw_offer',
  [right, wrong]: ['author' | 'recipient', 'author' | 'recipient'],
) =>
  fc.record({
    do: fc.constant(word),
    talk,
    as: fc.constantFrom(right, right, right, right, wrong),
    pick,
  })

const talkStep: fc.Arbitrary<TalkStep> = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('make_offer' as const),
      talk,
      by: fc.constantFrom<'seller' | 'creator'>('seller', 'creator'),
      percent: fc.constantFrom(1, 50, 99, 100, 101, 250),
      answers: fc.constantFrom<'open' | 'none' | 'over'>('open', 'open', 'open', 'none', 'over'),
      hours: fc.constantFrom(24, 72, 14 * 24),
      hires: fc.constantFrom(true, false, false),
    }),
  },
  { weight: 3, arbitrary: answering('accept_offer', ['recipient', 'author']) },
  { weight: 3, arbitrary: answering('decline_offer', ['recipient', 'author']) },
  { weight: 3, arbitrary: answering('withdraw_offer', ['author', 'recipient']) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('outlast_offer' as const),
      talk,
      expires: fc.boolean(),
    }),
  },
)
const answer: fc.Arbitrary<TalkStep> = fc.record({
  do: fc.constantFrom<'accept_application' | 'cancel_talk'>(
    'accept_application',
    'accept_application',
    'accept_application',
    'cancel_talk',
  ),
  talk,
})

const talks: fc.Arbitrary<TalkPlan> = fc.record({
  asked: fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(LOWEST_PRICE, HIGHEST_PRICE) },
    { weight: 3, arbitrary: fc.integer({ min: LOWEST_PRICE, max: HIGHEST_PRICE }) },
  ),
  opening: fc.array(talkStep, { minLength: 4, maxLength: 16, size: 'max' }),
  held: fc.constantFrom(true, true, false),
})

/**
 * Returns the plan of a seed whose deals come from applications that two sides make offers about, always the same one.
 */
export function talkPlanOf(seed: number, steps: number): Plan {
  const said: fc.Arbitrary<Step> = talkStep
  const answered: fc.Arbitrary<Step> = answer
  const step = fc.oneof(
    { weight: 3, arbitrary: said },
    { weight: 1, arbitrary: answered },
    { weight: 12, arbitrary: anyStep(TALKS) },
  )
  const plans = fc.record({
    talks: fc.array(talks, { minLength: TALKS, maxLength: TALKS }),
    lostForGood: fc.constantFrom(true, false, false),
    steps: fc.array(step, { minLength: steps, maxLength: steps }),
  })
  const [plan] = fc.sample(plans, { seed, numRuns: 1 })
  if (plan === undefined) throw new Error(`no plan for seed ${seed}`)
  return { deals: [], ...plan }
}
