import { startApi } from '#tests/support/api.ts'
import { fillBoard } from '#tests/support/boards.ts'
import { buildHire, buildListing } from '#tests/support/campaigns.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { startTestPostgres } from '#tests/support/postgres-global.ts'
import { currentLoad } from './anchors.ts'

// `npm run bench:boards`: the board of a project that wants several, by how much is on it. All boards are in one
// database and are opened in turns, so that other load on the machine affects them all. There is no socket: only the
// response is compared.

/** What is on each board. */
const BOARDS = [
  { name: '50 applications', applications: 50, deals: 0 },
  { name: '10,000 applications', applications: 10_000, deals: 0 },
  { name: '50 deals', applications: 0, deals: 50 },
  { name: '10,000 applications and 50 deals', applications: 10_000, deals: 50 },
] as const
/** The number of times each is opened; the first turns warm up caches and plans and are not recorded. */
const TURNS = { warmUp: 20, kept: 200 }

const postgres = await startTestPostgres()
const api = await startApi({
  database: await cloneDatabase(postgres.templateUrl, postgres.servingRole),
})
try {
  const loadBefore = currentLoad()
  const boards = []
  for (const { name, applications, deals } of BOARDS) {
    const listing = await buildListing(api.pool, { seats: 50, deadline: '2999-01-31' })
    for (let hired = 0; hired < deals; hired += 1) await buildHire(api.pool, { listing })
    await fillBoard(api.pool, listing.id, applications)
    boards.push({ name, listing, times: new Array<number>() })
  }
  await api.pool.query('vacuum analyze')
  for (let turn = 0; turn < TURNS.warmUp + TURNS.kept; turn += 1)
    for (const { listing, times } of boards) {
      const began = performance.now()
      const { status } = await api.call(listing.seller, 'projects.board', {
        params: { id: listing.id },
      })
      if (status !== 200) throw new Error(`a board answered ${status}`)
      if (turn >= TURNS.warmUp) times.push(performance.now() - began)
    }
  const first = quantile(boards[0]?.times ?? [], 0.5)
  for (const { name, times } of boards) {
    const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)]
    console.log(
      `${name.padEnd(34)} p50 ${p50.toFixed(2)} ms  p95 ${p95.toFixed(2)} ms  ${(p50 / first).toFixed(2)} times the first`,
    )
  }
  console.log(
    `${TURNS.kept} interleaved turns; load ${loadBefore.toFixed(1)} before, ${currentLoad().toFixed(1)} after.`,
  )
} finally {
  await api.close()
  await postgres.stop()
}

/** A percentile: `part` of the values lie below it. */
function quantile(times: readonly number[], part: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * part)] ?? Number.NaN
}
