import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { until } from '#scripts/processes.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { openDatabaseLink } from '#tests/support/database-link.ts'
import { Journal } from '#tests/soak/journal.ts'
import { type Deal, Life } from '#tests/soak/life.ts'
import { Line } from '#tests/soak/line.ts'
import { Person, type Town } from '#tests/soak/person.ts'
import { quiet, reconciled, wrongAtRest, wrongFiles } from '#tests/soak/rest.ts'
import { joinCreator } from '#tests/soak/soak.ts'
import { count, newTally, sum } from '#tests/soak/tally.ts'
import { brokenNow, hurriedJobs } from '#tests/soak/truth.ts'
import { HA_FAULTS, type HaWorld } from './faults.ts'
import { startPatroniCluster } from './patroni-cluster.ts'
import { type Probes, startProbes } from './probes.ts'
import { type HaPrograms, isFixed } from './programs.ts'
import { type Site, startSite } from './site.ts'

export interface HaPlan {
  seed: number
  /** Names of HA_FAULTS, in their order. */
  faults: readonly string[]
  /** The number of concurrent deals. */
  atOnce: number
  /** The faults are repeated until this many commands have been acknowledged. */
  operations: number
  say?: (line: string) => void
}

/** A row of the drill's table. */
export interface HaRow {
  fault: string
  /** The longest time without an acknowledged write, of the worse process, in ms. Null: not run with this Patroni. */
  gapMs: number | null
  goalMs: number | null
  /** What clients got instead of a response, by status and code. */
  saw: Map<string, number>
  load: number
}

export interface HaReport {
  rows: HaRow[]
  /** Every broken promise, in words. */
  wrong: string[]
  operations: number
  deals: Map<string, number>
  facts: number
  probes: number
}

const SELLERS = 3
const CREATORS = 4
/** The calm period before the first fault and after each one, in ms. */
const CALM_MS = 6_000
/** How long the product may take to recover after a fault, in ms; then the drill goes on and reports it. */
const WELL_WITHIN_MS = 120_000
const WHOLE_WITHIN_MS = 180_000

/** Breaks a cluster under a running market, in a given folder. Throws when the cluster or the market does not start. */
export async function drillHa(
  folder: string,
  programs: HaPrograms,
  plan: HaPlan,
): Promise<HaReport> {
  const cluster = await startPatroniCluster(folder, programs)
  const link = await openDatabaseLink(cluster.databaseUrl)
  const pool = createPool(cluster.databaseUrl, 3)
  let site: Site | null = null
  try {
    site = await startSite(folder, link.through(cluster.databaseUrl))
    return await run({ cluster, link }, site, pool, programs, plan)
  } finally {
    await site?.stop()
    await pool.end()
    await link.close()
    await cluster.stop()
  }
}

async function run(
  world: HaWorld,
  site: Site,
  pool: Pool,
  programs: HaPrograms,
  plan: HaPlan,
): Promise<HaReport> {
  const say = plan.say ?? (() => undefined)
  const tally = newTally()
  const journal = new Journal()
  const line = new Line(site.url, tally)
  const town: Town = { line, journal, mail: site.mail, talks: new Map() }
  const wrong: string[] = []
  const lose = (...losses: string[]) => {
    wrong.push(...losses)
    for (const loss of losses) say(`WRONG  ${loss}`)
  }
  const sellers = await each(SELLERS, (n) => Person.join(town, `seller.${n}`, 'seller'))
  const creators = await each(CREATORS, (n) => joinCreator(town, `creator.${n}`))
  // A person without a deal: the others sign out and in now and then.
  const prober = await Person.join(town, 'prober', 'seller')
  const talk = await openTalk(prober, await Person.join(town, 'listener', 'creator'))
  const probes = site.processes.map(({ url }, n) => startProbes(url, prober, talk, plan.seed + n))
  const deals: Deal[] = []
  let begun = 0
  const over = { now: false }
  const living = each(plan.atOnce, async () => {
    while (!over.now) {
      const life = new Life(plan.seed, (begun += 1), sellers, creators)
      try {
        const deal = await life.live()
        deals.push(deal)
        life.countEnd(deal.ending)
      } catch (error) {
        lose(`deal ${begun}: ${String(error)}`)
      }
    }
  })
  const operations = () => sum(tally.acknowledged)

  /** Checks that everything acknowledged is there and that the books balance. */
  async function look(): Promise<void> {
    const found = await line.persist('a look', async () => {
      try {
        return [
          ...(await journal.lost(pool, { all: true })),
          ...(await lostProbes(pool, talk, probes)),
          ...(await brokenNow(pool)),
        ]
      } catch {
        return undefined
      }
    })
    lose(...found)
  }

  const rows: HaRow[] = []
  await pause(CALM_MS)
  do {
    for (const fault of plan.faults) {
      const row = await strikeOne(fault, world, probes, programs)
      rows.push(row)
      say(lineOf(row))
      if (row.gapMs === null) continue
      if (row.goalMs !== null && row.gapMs > row.goalMs)
        lose(`${fault}: no write for ${seconds(row.gapMs)}, the goal is ${seconds(row.goalMs)}`)
      if (!(await world.cluster.isWhole(WHOLE_WITHIN_MS)))
        lose(`${fault}: the cluster has no leader and synchronous standby again`)
      await look()
    }
  } while (operations() < plan.operations)

  over.now = true
  await living
  for (const one of probes) await one.stop()
  say('coming to rest')
  await quiet({ provider: site.provider, pool })
  lose(
    ...(await reconciled({ env: site.env, pool, postgres: { url: world.cluster.databaseUrl } }, 0)),
  )
  await quiet({ provider: site.provider, pool })
  const waiting = await hurriedJobs(pool)
  if (waiting > 0) lose(`${waiting} jobs still wait`)
  lose(...(await wrongAtRest({ pool, provider: site.provider })))
  await look()
  for (const deal of deals) lose(...(await wrongFiles(deal)))
  for (const [what, times] of tally.failed) lose(`${times} answers of 500 or more: ${what}`)
  if (site.exits() > 0) lose(`${site.exits()} processes ended by themselves`)
  return {
    rows,
    wrong,
    operations: operations(),
    deals: tally.ends,
    facts: journal.count(),
    probes: probes.reduce((all, { acknowledged }) => all + acknowledged.size, 0),
  }
}

async function strikeOne(
  name: string,
  world: HaWorld,
  probes: readonly Probes[],
  { patroniVersion }: HaPrograms,
): Promise<HaRow> {
  const fault = HA_FAULTS[name]
  if (fault === undefined) throw new Error(`There is no fault called ${name}.`)
  const { goalMs } = fault
  const row = { fault: name, goalMs, gapMs: null, saw: new Map(), load: loadavg()[0] ?? 0 }
  if (fault.needsFixedPatroni && !isFixed(patroniVersion)) return row
  for (const one of probes) one.failures()
  const since = performance.now()
  await fault.strike(world)
  await pause(CALM_MS)
  await until(() => probes.every((one) => one.isWell()), WELL_WITHIN_MS, 250)
  const saw = new Map<string, number>()
  for (const one of probes)
    for (const [what, times] of one.failures()) for (let n = 0; n < times; n += 1) count(saw, what)
  const gapMs = Math.max(...probes.map((one) => one.longestGap(since)))
  return { ...row, gapMs, saw, load: loadavg()[0] ?? 0 }
}

/** Acknowledged messages that are not stored, or not with the acknowledged number. */
async function lostProbes(pool: Pool, talk: string, probes: readonly Probes[]): Promise<string[]> {
  // Messages acknowledged while the statement runs are checked the next time.
  const wanted = probes.flatMap(({ acknowledged }) => [...acknowledged])
  const { rows } = await pool.query<{ id: string; seq: number }>(
    'select id::text, seq::int from messages where conversation_id = $1',
    [talk],
  )
  const stored = new Map(rows.map(({ id, seq }) => [id, seq]))
  const lost = wanted.filter(([id, seq]) => stored.get(id) !== seq)
  return lost.length === 0 ? [] : [`${lost.length} of ${wanted.length} messages are lost`]
}

async function openTalk(seller: Person, creator: Person): Promise<string> {
  const { id } = await seller.command('projects.create', {
    body: {
      title: 'A talk that goes on',
      category: 'home',
      description: 'While nodes come and go.',
      budget: 100,
      deadline: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
      status: 'active',
    },
  })
  const talk = await creator.command('conversations.open', { body: { project_id: id } })
  seller.town.talks.set(talk.id, [seller.email, creator.email])
  return talk.id
}

const each = <T>(times: number, make: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, at) => make(at)))

export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

/** A row as the drill prints it. */
export function lineOf({ fault, gapMs, goalMs, saw, load }: HaRow): string {
  if (gapMs === null) return `${fault.padEnd(28)} not run: Patroni is older than 3.0.3`
  const seen = [...saw].map(([what, times]) => `${what} × ${times}`).join(', ') || 'nothing'
  const goal = goalMs === null ? '' : `, goal ${seconds(goalMs)}`
  return `${fault.padEnd(28)} ${seconds(gapMs)}${goal}; clients saw ${seen} (load ${load.toFixed(0)})`
}
