import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptApplication } from '#server/applications/application-answer-service.ts'
import { execute, oneRow, raw, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { moveProject } from '#server/projects/project-moves.ts'
import { lockProject } from '#server/projects/project-store.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { buildApplication, buildOffer } from '#tests/support/builders.ts'
import { buildHire, buildListing, dealsOf, listingNow } from '#tests/support/campaigns.ts'
import { builtViewer } from '#tests/support/two-processes.ts'
import { type Act, startTwoServers, type TwoServers } from '#tests/support/two-servers.ts'

let api: TestApi
let two: TwoServers
/** Hires that each process runs concurrently: with fewer connections they would wait for each other's. */
const AT_ONCE = 25
beforeAll(async () => {
  api = await startApi()
  two = await startTwoServers(api.deps.config.databaseUrl, AT_ONCE)
})
afterAll(async () => {
  await two.close()
  await api.close()
})

/** Runs all acts at once, alternating between the processes; counts 'ok' and the codes of refusals. */
async function outcomes(acts: readonly Act[]) {
  const counts: Record<string, number> = {}
  for (const code of await two.all(acts)) counts[code] = (counts[code] ?? 0) + 1
  return counts
}

/** Reverses the order in every other round, so that each side comes first in half of them. */
const inTurn = (acts: Act[], round: number) => (round % 2 === 0 ? acts : acts.toReversed())
const ROUNDS = 8

const hiring = (as: { id: string }, id: string): Act => ({
  as,
  key: 'applications.accept',
  params: { id },
})

const several = async <T>(count: number, build: () => Promise<T>): Promise<T[]> => {
  const built: T[] = []
  for (let one = 0; one < count; one += 1) built.push(await build())
  return built
}

test('fifty hires at once from two processes fill the seats and no more', async () => {
  const listing = await buildListing(api.pool, { seats: 8 })
  const applications = await several(25, () => buildApplication(api.pool, { project: listing }))
  // Each is clicked twice, once per process.
  const clicks = applications.flatMap(({ id }) => [id, id])
  const counts = await outcomes(clicks.map((id) => hiring(listing.seller, id)))
  expect(counts['ok']).toBe(16)
  expect(Object.values(counts).reduce((sum, one) => sum + one, 0)).toBe(50)
  expect(await listingNow(api.pool, listing.id)).toEqual({
    status: 'in_progress',
    hired: 8,
    committed: 8 * 54_000,
    waiting: 0,
  })
  for (const deal of await dealsOf(api.pool, listing.id))
    expect(deal).toMatchObject({ status: 'in_progress', accepted: 1, talks: 1 })
})

test('fifty hires at once from two processes never go over the budget', async () => {
  const listing = await buildListing(api.pool, { seats: 50, budgetTotalCents: 5 * 54_000 + 1 })
  const applications = await several(25, () => buildApplication(api.pool, { project: listing }))
  const clicks = applications.flatMap(({ id }) => [id, id])
  const counts = await outcomes(clicks.map((id) => hiring(listing.seller, id)))
  expect(counts).toEqual({ ok: 10, 'project.budget_exceeded': 40 })
  expect(await listingNow(api.pool, listing.id)).toEqual({
    status: 'active',
    hired: 5,
    committed: 5 * 54_000,
    waiting: 20,
  })
})

test('the last seat is taken by the brand’s click or by a creator’s acceptance, not by both', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const listing = await buildListing(api.pool, { seats: 2 })
    await buildHire(api.pool, { listing })
    const clicked = await buildApplication(api.pool, { project: listing })
    const offered = await buildApplication(api.pool, { project: listing })
    const offer = await buildOffer(api.pool, { application: offered })
    const acceptance: Act = {
      as: offered.creator,
      key: 'offers.accept',
      params: { id: offer.id },
    }
    const counts = await outcomes(inTurn([hiring(listing.seller, clicked.id), acceptance], round))
    expect(counts['ok']).toBe(1)
    expect(await listingNow(api.pool, listing.id)).toMatchObject({
      status: 'in_progress',
      hired: 2,
      waiting: 0,
    })
  }
})

test('a hire concurrent with closing or cancelling happens either before it or not at all', async () => {
  for (let round = 0; round < ROUNDS * 2; round += 1) {
    const key = round < ROUNDS ? 'projects.close_hiring' : 'projects.cancel'
    const listing = await buildListing(api.pool, { seats: 5 })
    await buildHire(api.pool, { listing })
    const { id } = await buildApplication(api.pool, { project: listing })
    const end: Act = { as: listing.seller, key, params: { id: listing.id } }
    const counts = await outcomes(inTurn([hiring(listing.seller, id), end], round))
    const { status, hired, waiting } = await listingNow(api.pool, listing.id)
    expect(status).toBe(key === 'projects.close_hiring' ? 'in_progress' : 'cancelled')
    expect(waiting).toBe(0)
    expect(hired).toBe(counts['ok'])
  }
})

test('when the last two deals of a listing end concurrently, the listing is completed exactly once', async () => {
  for (let round = 0; round < 4; round += 1) {
    const listing = await buildListing(api.pool, { seats: 2 })
    const deals = await several(2, () => buildHire(api.pool, { listing }))
    // Below the routes: two transactions on two connections.
    await Promise.all(
      deals.map(({ id }) =>
        inTransaction(api.deps.pool, async (tx) => {
          const project = await lockProject(tx, id)
          if (project === null) throw new Error('no deal')
          await moveProject(tx, { project, move: 'complete', actorId: null })
        }),
      ),
    )
    expect((await listingNow(api.pool, listing.id)).status).toBe('completed')
    expect(
      await rows(
        api.pool,
        sql`select move from events where entity = 'project' and entity_id = ${listing.id} and move = 'complete'`,
      ),
    ).toHaveLength(1)
  }
})

test('a hire whose process dies between any two writes is rolled back completely', async () => {
  const listing = await buildListing(api.pool, { seats: 2 })
  await buildHire(api.pool, { listing })
  const { id } = await buildApplication(api.pool, { project: listing })
  const facts = () =>
    oneRow(
      api.pool,
      sql`select (select count(*) from projects) as projects, (select count(*) from events) as events,
        (select count(*) from conversations) as talks, (select count(*) from project_briefs) as briefs,
        (select count(*) from applications where status = 'accepted') as accepted,
        (select count(*) from graphile_worker._private_jobs) as jobs`,
    )
  const before = await facts()
  // Each of its writes fails in turn, as it would on a lost connection, until the hire succeeds.
  const TABLES = ['projects', 'applications', 'conversations', 'events']
  const setUp = [
    sql`create table die_at (writes integer)`,
    sql`insert into die_at values (0)`,
    sql`create sequence writes_made`,
    sql`create function die() returns trigger language plpgsql security definer as $$ begin
      if nextval('writes_made') = (select writes from die_at) then raise exception 'the process died'; end if;
      return null; end $$`,
    ...TABLES.map(
      (table) =>
        sql`create trigger die after insert or update on ${raw(table)} for each statement execute function die()`,
    ),
  ]
  for (const statement of setUp) await execute(api.pool, statement)
  let deaths = 0
  try {
    for (;;) {
      await execute(
        api.pool,
        sql`with named as (update die_at set writes = ${deaths + 1} returning 1) select setval('writes_made', 1, false) from named`,
      )
      const outcome = await acceptApplication(api.deps, builtViewer(listing.seller), id).then(
        () => 'hired',
        String,
      )
      if (outcome === 'hired') break
      deaths += 1
      expect(outcome).toContain('the process died')
      expect(await facts()).toEqual(before)
    }
  } finally {
    for (const table of TABLES) await execute(api.pool, sql`drop trigger die on ${raw(table)}`)
  }
  expect(deaths).toBeGreaterThan(8)
  expect(await listingNow(api.pool, listing.id)).toMatchObject({ status: 'in_progress', hired: 2 })
})
