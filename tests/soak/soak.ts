import { setTimeout as pause } from 'node:timers/promises'
import { completeOnboarding } from '#scripts/demo/provider-pages.ts'
import { until } from '#scripts/processes.ts'
import { randomOf } from '#tests/messages/random.ts'
import { type Fault, hurry, planFaults, strike } from './faults.ts'
import { Journal } from './journal.ts'
import { type Deal, Life } from './life.ts'
import { Line } from './line.ts'
import { type Machine, startMachine } from './machine.ts'
import { Person, type Town } from './person.ts'
import { comeToRest, wrongAtRest, wrongFiles } from './rest.ts'
import { count, newTally, sum, type Tally } from './tally.ts'
import { brokenNow } from './truth.ts'

/** A soak's plan. The same seed creates the same people, deals and faults; their interleaving is up to the machine. */
export interface SoakPlan {
  seed: number
  /** Acknowledged commands. */
  operations: number
  serverKills: number
  databaseKills: number
  /** Ends the run early after this much time. */
  minutes: number
  sellers: number
  creators: number
  /** The number of deals under way at once. */
  atOnce: number
  /** The disk for files and database, in MiB: 300 plus about 20 per 1,000 operations is enough. */
  diskMb: number
  say?: (line: string) => void
  /** Ends it early, in an orderly way. */
  signal?: AbortSignal
  /** Injects the faults in place of `strike`. */
  strike?: typeof strike
}

/** The result. `tally.losses` must be empty. */
export interface SoakReport {
  tally: Tally
  operations: number
  faults: Map<string, number>
  /** The times from the end of each fault until the product reported ready, in ms. */
  recoveries: Map<Fault, number[]>
  /** How often the journal and the money checks were run. */
  looks: number
  facts: number
  deals: number
  seconds: number
  logs: string
}

/** Beyond this number the rest is noise. */
const ENOUGH_LOSSES = 10
/** After every n-th fault everything is checked, not only what is new. */
const LOOK_AT_ALL_EVERY = 10
/** After this many deals a new person signs up. */
const NEWCOMER_EVERY = 20
const READY_WITHIN_MS = 60_000

/** Runs one soak on a machine of its own (`dist/` must be built). */
export async function soak(plan: SoakPlan): Promise<SoakReport> {
  const machine = await startMachine(plan.diskMb * 1024 * 1024)
  try {
    return await run(machine, plan)
  } finally {
    await machine.close()
  }
}

async function run(machine: Machine, plan: SoakPlan): Promise<SoakReport> {
  const began = performance.now()
  const tally = newTally()
  const journal = new Journal()
  const line = new Line(machine.url, tally)
  const town: Town = { line, journal, mail: machine.mail, talks: new Map() }
  const operations = () => sum(tally.acknowledged)
  const outOfTime = () => performance.now() - began > plan.minutes * 60_000
  const isOver = () =>
    outOfTime() ||
    plan.signal?.aborted === true ||
    line.ended.aborted ||
    tally.losses.length >= ENOUGH_LOSSES
  const faultsDone = new Map<string, number>()
  const recoveries = new Map<Fault, number[]>()
  let looks = 0
  const striking = { now: true }

  /** Reported at once: a loss is best understood next to what was done just before it. */
  function lose(...losses: string[]): void {
    tally.losses.push(...losses)
    for (const loss of losses) plan.say?.(`LOST  ${loss}`)
  }

  async function look(all: boolean): Promise<void> {
    looks += 1
    // The check itself may run into what the fault left behind: a dead connection.
    const found = await line.persist('a look', async () => {
      try {
        return [...(await journal.lost(machine.pool, { all })), ...(await brokenNow(machine.pool))]
      } catch {
        return undefined
      }
    })
    lose(...found)
  }

  const people = await settle(town, plan)
  plan.say?.(`${people.sellers.length + people.creators.length} people have signed up`)

  async function strikeAll(): Promise<void> {
    const faults = planFaults(plan)
    const random = randomOf(plan.seed + 1)
    for (const [at, fault] of faults.entries()) {
      const due = ((at + 1) * plan.operations) / (faults.length + 1)
      while (operations() < due && !isOver()) await pause(20)
      if (isOver()) break
      await machine.mail.open()
      const outcome = await (plan.strike ?? strike)(fault, machine, random)
      const ended = performance.now()
      if (!(await until(() => isReady(machine.url), READY_WITHIN_MS, 20)))
        lose(`after "${fault}" the product was not ready within a minute`)
      recoveries.set(fault, [...(recoveries.get(fault) ?? []), performance.now() - ended])
      count(faultsDone, outcome === 'done' ? fault : `${fault} (not possible here)`)
      hurry(machine)
      await look(at % LOOK_AT_ALL_EVERY === 0)
    }
    striking.now = false
  }

  /** A fault that cannot be injected, or that the product does not survive, ends the run at once. */
  async function strikeOrEnd(): Promise<void> {
    try {
      await strikeAll()
    } catch (error) {
      lose(`a fault ended the run: ${messageOf(error)}`)
      line.end()
    }
  }

  const deals: Deal[] = []
  let begun = 0
  async function liveOn(): Promise<void> {
    while (!isOver() && (striking.now || operations() < plan.operations)) {
      const number = (begun += 1)
      try {
        if (number % NEWCOMER_EVERY === 0) await newcomer(town, people, plan, number)
        const life = new Life(plan.seed, number, people.sellers, people.creators)
        const deal = await life.live()
        deals.push(deal)
        life.countEnd(deal.ending)
      } catch (error) {
        if (!line.ended.aborted) lose(`deal ${number}: ${messageOf(error)}`)
      }
    }
  }

  async function restAndLook(): Promise<void> {
    plan.say?.(`${progress()}; coming to rest`)
    tally.losses.push(...(await comeToRest(machine)))
    await look(true)
    tally.losses.push(...(await wrongAtRest(machine)))
    for (const deal of deals) tally.losses.push(...(await wrongFiles(deal)))
    // An acknowledged sign-up still signs in with the same password.
    for (const person of [...people.sellers, ...people.creators]) await person.signIn()
  }

  const telling = setInterval(() => plan.say?.(progress()), 15_000)
  const progress = () =>
    `${operations()} operations, ${deals.length} deals, ${sum(faultsDone)} faults, ${tally.losses.length} lost, ${Math.round((performance.now() - began) / 1_000)} s`

  try {
    await Promise.all([strikeOrEnd(), ...Array.from({ length: plan.atOnce }, liveOn)])
    // A machine that a fault broke never becomes idle.
    if (!line.ended.aborted) await restAndLook()
  } finally {
    clearInterval(telling)
  }
  return {
    tally,
    operations: operations(),
    faults: faultsDone,
    recoveries,
    looks,
    facts: journal.count(),
    deals: deals.length,
    seconds: Math.round((performance.now() - began) / 1_000),
    logs: machine.logs(),
  }
}

interface People {
  sellers: Person[]
  creators: Person[]
}

async function settle(town: Town, plan: SoakPlan): Promise<People> {
  const many = <T>(times: number, make: (at: number) => Promise<T>) =>
    Promise.all(Array.from({ length: times }, (_, at) => make(at)))
  const [sellers, creators] = await Promise.all([
    many(plan.sellers, (at) => Person.join(town, `seller.${plan.seed}.${at}`, 'seller')),
    many(plan.creators, (at) => joinCreator(town, `creator.${plan.seed}.${at}`)),
  ])
  return { sellers, creators }
}

/** A new person replaces someone who then only watches. */
async function newcomer(town: Town, people: People, plan: SoakPlan, number: number): Promise<void> {
  const place = number / NEWCOMER_EVERY
  if (place % 2 === 0)
    people.sellers[place % people.sellers.length] = await Person.join(
      town,
      `seller.${plan.seed}.new.${number}`,
      'seller',
    )
  else
    people.creators[place % people.creators.length] = await joinCreator(
      town,
      `creator.${plan.seed}.new.${number}`,
    )
}

/** A creator who can be paid. */
export async function joinCreator(town: Town, name: string): Promise<Person> {
  const creator = await Person.join(town, name, 'creator')
  await town.line.persist(`the payout account of ${name}`, async () => {
    const { onboarding_url } = await creator.command('payouts.onboard', {})
    // A link works once; a used one leads to the next.
    await completeOnboarding(onboarding_url).catch(() => undefined)
    const { onboarding_complete } = await creator.command('payouts.refresh', {})
    return onboarding_complete ? true : undefined
  })
  return creator
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}
