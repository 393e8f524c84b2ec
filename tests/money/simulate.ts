import fc from 'fast-check'
import { campaignPlanOf } from './campaign-steps.ts'
import { closeBooks } from './close-books.ts'
import { deskPlanOf } from './desk-steps.ts'
import { heal } from './heal.ts'
import { Run } from './run.ts'
import { checkSettled } from './settled.ts'
import { type Plan, planOf, type Step } from './steps.ts'
import { talkPlanOf } from './talk-steps.ts'
import { Violation } from './violation.ts'
import { compare, type Model } from './watch.ts'
import type { World } from './world.ts'

/** A failing seed: what broke, and its steps, shrunk as far as possible. */
export interface Failure {
  seed: number
  message: string
  plan: Plan
}

/** A step as fast-check runs it: on both the model and the product. */
class Command implements fc.AsyncCommand<Model, Run> {
  private readonly step: Step

  constructor(step: Step) {
    this.step = step
  }

  check(): boolean {
    return true
  }

  async run(model: Model, real: Run): Promise<void> {
    await real.perform(this.step)
    await compare(model, real)
  }

  toString(): string {
    return JSON.stringify(this.step)
  }
}

/** How often each outcome occurred, over many runs. */
export type Tally = Map<string, number>

/** Runs a plan, lets everything settle, and checks it all. Returns what broke, or null; `tally` counts what happened. */
export async function carryOut(
  world: World,
  plan: Plan,
  tally: Tally = new Map(),
): Promise<string | null> {
  try {
    // Checks and reconciliations read every payment: the run must have the database to itself.
    await world.empty()
    const real = await Run.start(world, plan)
    const model: Model = { statuses: [], added: new Map() }
    const commands = plan.steps.map((step) => new Command(step))
    await fc.asyncModelRun(() => ({ model, real }), commands)
    await heal(real, plan.lostForGood)
    await compare(model, real)
    await closeBooks(real)
    await checkSettled(real, plan.lostForGood)
    for (const [what, times] of real.happened) tally.set(what, (tally.get(what) ?? 0) + times)
    return null
  } catch (error) {
    // Work of the broken run may still be in progress; it must not interfere with the next run.
    world.spoil()
    if (error instanceof Violation) return error.message
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  }
}

/** Out of this many seeds, one runs a project that hires several, one runs offers, and one runs decisions of operators; the others run two separate deals. */
const KINDS_EVERY = 4

function planFor(seed: number, { steps, undecided = false }: Seeds): Plan {
  if (seed % KINDS_EVERY === 3) return campaignPlanOf(seed, steps)
  if (seed % KINDS_EVERY === 2 && !undecided) return deskPlanOf(seed, steps)
  return seed % KINDS_EVERY === 1 ? talkPlanOf(seed, steps) : planOf(seed, steps)
}

/**
 * Which seeds to run: `count` of them starting at `from`, each `steps` long; only every `every`th when other workers
 * take the rest.
 */
export interface Seeds {
  from: number
  count: number
  steps: number
  every?: number
  /**
   * Leaves out operators' decisions; those seeds have two separate deals instead. For a seed that was found that way.
   */
  undecided?: boolean
}

/** Runs seeds one after another. `onResult` receives each result and may return 'stop'. Returns how many were run. */
export async function simulate(
  world: World,
  seeds: Seeds,
  onResult: (failure: Failure | null, done: number) => 'go on' | 'stop',
  tally?: Tally,
): Promise<number> {
  for (let done = 1; done <= seeds.count; done += 1) {
    const seed = seeds.from + (done - 1) * (seeds.every ?? 1)
    const plan = planFor(seed, seeds)
    const message = await carryOut(world, plan, tally)
    if (onResult(message === null ? null : { seed, message, plan }, done) === 'stop') return done
  }
  return seeds.count
}

/** Removes steps as long as the plan still breaks the same invariant, so that the result is short enough to read. */
export async function shrink(world: World, failure: Failure): Promise<Failure> {
  const promise = failure.message.split(':')[0] ?? ''
  let best = failure
  for (let size = failure.plan.steps.length >> 1; size >= 1; size >>= 1) {
    for (let at = 0; at < best.plan.steps.length;) {
      const steps = best.plan.steps.toSpliced(at, size)
      const message = await carryOut(world, { ...best.plan, steps })
      if (message?.startsWith(promise)) best = { ...best, message, plan: { ...best.plan, steps } }
      else at += size
    }
  }
  return best
}

const setting = ({ campaign, talks, deals }: Plan): string => {
  if (campaign !== undefined) return `campaign ${JSON.stringify(campaign)}`
  return talks === undefined
    ? `deals ${JSON.stringify(deals)}`
    : `applications ${JSON.stringify(talks)}`
}

/** A failure's report: the invariant, the steps, and how to reproduce it. */
export function report(failure: Failure, steps: number): string {
  return [
    `Seed ${failure.seed} broke ${failure.message}`,
    `  ${setting(failure.plan)}${failure.plan.lostForGood ? ', lost events never come' : ''}`,
    ...failure.plan.steps.map((step) => `  ${JSON.stringify(step)}`),
    `Again: npm run money:simulate -- --seed ${failure.seed} --seeds 1 --steps ${steps}`,
  ].join('\n')
}
