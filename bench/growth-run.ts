import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import type { RouteKey } from '#contract/api.ts'
import { createPool } from '#server/db/pool.ts'
import { oneRow, Statement } from '#server/db/sql.ts'
import { currentLoad } from './anchors.ts'
import { type MarketApi, openMarket } from './growth-api.ts'
import { growMarket, type GrownMarket, type OpenMarket, signInReaders } from './growth-market.ts'
import { consolePages, type Page, pages } from './growth-pages.ts'
import { growthReport, type PageFindings } from './growth-report.ts'
import { productEnv } from './servers.ts'
import { makeFolder, removeFolder, startPostgres } from './workspace.ts'

type Undo = (() => void | Promise<void>)[]

/** The number of times each page is opened in each market, in turns: PER_TURN times, then the next market. */
const TURNS = 12
const PER_TURN = 4
/**
 * Plans of named statements may change after the fifth execution on a connection, and a page may use two connections.
 */
const PLANNED = 14

/**
 * Only for filling: with the default, a large load is written twice, because each of its many checkpoints causes a
 * second write. Reading is not affected.
 */
const LOADING = { max_wal_size: '16GB', checkpoint_timeout: '1h' }

/** Measures every list and search of the product in markets of several sizes, side by side. */
async function main(): Promise<void> {
  const undo: Undo = []
  let stopping: Promise<never> | null = null
  const stop = (code: number, sentence?: string) => {
    if (stopping === null && sentence !== undefined) console.error(sentence)
    return (stopping ??= unwind(undo, code))
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
    process.on(signal, () => void stop(130, '\nStopping…'))
  process.on('uncaughtException', (error) => void stop(1, error.message))
  try {
    await stop(await measure(undo))
  } catch (error) {
    await stop(1, error instanceof Error ? error.message : String(error))
  }
}

async function unwind(undo: Undo, code: number): Promise<never> {
  for (let step = undo.pop(); step; step = undo.pop()) await step()
  process.exit(code)
}

/** Returns the requested sizes, smallest first. Throws for anything that is not a size. */
function scalesAsked(): number[] {
  const { values } = parseArgs({
    options: { scales: { type: 'string', default: '1000,10000,100000,1000000' } },
  })
  const scales = values.scales.split(',').map(Number)
  if (scales.some((scale) => !Number.isInteger(scale) || scale < 200))
    throw new Error('--scales are numbers of projects from 200 on, parted by commas.')
  return scales.toSorted((a, b) => a - b)
}

async function measure(undo: Undo): Promise<number> {
  const scales = scalesAsked()
  const root = dirname(import.meta.dirname)
  const loadBefore = currentLoad()
  const folder = await makeFolder(root)
  undo.push(() => removeFolder(folder))
  const postgres = await startPostgres(folder, LOADING)
  undo.push(() => postgres.stop())
  const env = productEnv(folder, 1)
  const grown: GrownMarket[] = []
  for (const scale of scales) {
    process.stdout.write(`Growing a market of ${scale.toLocaleString('en')} projects… `)
    const url = postgres.databaseUrl(`market_${scale}`)
    const market = await growMarket(postgres.databaseUrl('postgres'), url, scale)
    console.log(
      `${Math.round(market.filledIn)} s, ${(market.bytes / 2 ** 20).toFixed(0)} MiB, load ${currentLoad().toFixed(1)}`,
    )
    grown.push(market)
  }
  const markets: OpenMarket[] = []
  for (const market of grown) markets.push(await signInReaders(market, env))
  const findings = await lookAtPlans(markets, env, undo)
  await takeTimes(markets, findings, env, undo)
  const { text, kept } = growthReport(markets, findings)
  console.log(text)
  console.log(
    `\n${TURNS} interleaved turns of ${PER_TURN}; load ${loadBefore.toFixed(1)} before, ${currentLoad().toFixed(1)} after (ours included); took ${Math.round(performance.now() / 1_000)} s.`,
  )
  return kept ? 0 : 1
}

/** Every page by its name, as it is opened in one market. */
function everyPage({ facts }: GrownMarket): { key: RouteKey; name: string; page: Page }[] {
  return Object.entries({ ...pages, ...consolePages }).flatMap(([key, pagesOf]) =>
    Object.entries(pagesOf(facts)).map(([name, page]) => ({ key: key as RouteKey, name, page })),
  )
}

async function lookAtPlans(
  markets: OpenMarket[],
  env: Record<string, string>,
  undo: Undo,
): Promise<Map<string, PageFindings>> {
  const findings = new Map<string, PageFindings>()
  for (const market of markets) {
    const api = await openMarket(market, env, { logsPlans: true })
    undo.push(() => api.close())
    for (const { key, name, page } of everyPage(market)) {
      const found: PageFindings = findings.get(`${key} ${name}`) ?? {
        key,
        name,
        at: new Map(),
      }
      findings.set(`${key} ${name}`, found)
      const scanned = new Set<string>()
      let last = { statements: 0, blocks: 0, rows: 0 }
      for (let time = 0; time < PLANNED; time += 1) {
        const opened = await api.open(key, page)
        for (const table of opened.scanned) scanned.add(table)
        last = opened
      }
      const { statements, blocks } = last
      const rows =
        page.counted instanceof Statement ? await counted(market, page.counted) : last.rows
      found.at.set(market.projects, {
        statements,
        blocks,
        rows: page.counted === undefined ? null : rows,
        times: [],
        scanned: [...scanned],
      })
    }
    await undo.pop()?.()
  }
  return findings
}

async function counted(market: OpenMarket, statement: Statement): Promise<number> {
  const pool = createPool(market.databaseUrl, 1)
  try {
    return (await oneRow<{ many: number }>(pool, statement)).many
  } finally {
    await pool.end()
  }
}

async function takeTimes(
  markets: OpenMarket[],
  findings: Map<string, PageFindings>,
  env: Record<string, string>,
  undo: Undo,
): Promise<void> {
  const apis: MarketApi[] = []
  for (const market of markets) {
    const api = await openMarket(market, env, { logsPlans: false })
    undo.push(() => api.close())
    apis.push(api)
  }
  const asked = apis.map((api) => ({
    api,
    pages: new Map(everyPage(api.market).map(({ name, key, page }) => [`${key} ${name}`, page])),
  }))
  let done = 0
  for (const [id, found] of findings) {
    done += 1
    if (process.stdout.isTTY) process.stdout.write(`\r${done} of ${findings.size}`)
    // The first turn warms up.
    for (let turn = 0; turn <= TURNS; turn += 1) {
      for (const { api, pages: pagesHere } of asked) {
        const page = pagesHere.get(id)
        const times = found.at.get(api.market.projects)?.times
        if (page === undefined || times === undefined) continue
        for (let time = 0; time < PER_TURN; time += 1) {
          const { ms } = await api.open(found.key, page)
          if (turn > 0) times.push(ms)
        }
      }
    }
  }
  for (const _ of apis) await undo.pop()?.()
}

await main()
