import type { Role } from './profiles.ts'

/**
 * How familiar someone is with the product: `new` has not been greeted yet, `first` is here for the first time,
 * `returning` has been here before.
 */
export const VISITS = ['new', 'first', 'returning'] as const
export type Visit = (typeof VISITS)[number]

/** How long a first visit lasts, in hours: a day of setting things up, with a lunch break. */
export const FIRST_VISIT_HOURS = 12

/** Returns the visit of a person who was first greeted at `greetedAt` (UTC; null for never), as of `now`. */
export function visitOf(greetedAt: string | null, now: Date): Visit {
  if (greetedAt === null) return 'new'
  const hours = (now.getTime() - Date.parse(greetedAt)) / 3_600_000
  return hours < FIRST_VISIT_HOURS ? 'first' : 'returning'
}

/** What each side sets up first, in the order it is offered. */
export const FIRST_STEPS = {
  creator: ['portrait', 'work', 'payouts'],
  seller: ['company', 'project', 'card'],
} as const satisfies Record<Role, readonly string[]>
export type FirstStep = (typeof FIRST_STEPS)[Role][number]

/** Optional steps: a card can also be entered when escrow is funded. */
const OPTIONAL: ReadonlySet<FirstStep> = new Set<FirstStep>(['card'])

export const isOptional = (step: FirstStep): boolean => OPTIONAL.has(step)

/** The list as the server returns it. */
export interface FirstSteps {
  steps: readonly { step: FirstStep; done: boolean }[]
  dismissed: boolean
}

/** Whether the list is still shown: until every required step is done, or the reader has dismissed it. */
export const isListOpen = ({ steps, dismissed }: FirstSteps): boolean =>
  !dismissed && steps.some(({ step, done }) => !done && !isOptional(step))

export const firstStepRoutes = {
  'first_steps.arrive': 'POST /api/first-steps/arrival',
  'first_steps.list': 'GET /api/first-steps',
  'first_steps.dismiss': 'POST /api/first-steps/dismissal',
} as const
