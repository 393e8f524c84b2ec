import { afterAll, beforeAll, expect, test } from 'vitest'
import { clockTasks } from '#server/clock-tasks.ts'
import { readConfig } from '#server/config/config.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { oneRow, rows, sql } from '#server/db/sql.ts'
import { createLog } from '#server/logging/log.ts'
import { brokenMoneyChecks } from '#server/payments/checks/money-checks.ts'
import type { PaymentProvider } from '#server/providers/stripe/payment-provider.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { fillDatabase } from './fill.ts'
import { idOf } from './draw.ts'
import { marketOf, projectOf } from './market.ts'
import { packageFacets } from './packages.ts'

let pool: Pool
let drop: () => Promise<void>

beforeAll(async () => {
  const database = await freshDatabase()
  // Checked: the database verifies every reference, every constraint and every movement.
  await fillDatabase(database.url, {
    projects: 400,
    now: new Date(),
    passwordHash: '-',
    checked: true,
  })
  pool = createPool(database.url, 2)
  drop = database.drop
})
afterAll(async () => {
  await pool.end()
  await drop()
})

test('a generated market satisfies every money invariant', async () => {
  expect(await brokenMoneyChecks(pool)).toEqual([])
})

test('a generated market has deals at every stage, from draft to paid and reviewed', async () => {
  const counted = await rows<{ what: string }>(
    pool,
    sql`select distinct 'project ' || status as what from projects
      union select distinct 'application ' || status from applications
      union select distinct 'payment ' || status from payments
      union select distinct 'deliverable ' || status from deliverables
      union select distinct 'review ' || status from deal_reviews
      union select distinct 'order ' || status from package_orders
      union select distinct 'invitation ' || status from project_invitations order by what`,
  )
  expect(counted.map((row) => row.what)).toEqual([
    'application accepted',
    'application pending',
    'application rejected',
    'deliverable approved',
    'deliverable pending',
    'deliverable rejected',
    'invitation accepted',
    'invitation declined',
    'invitation pending',
    'order accepted',
    'order waiting',
    'payment held_in_escrow',
    'payment released',
    'project active',
    'project cancelled',
    'project completed',
    'project draft',
    'project in_progress',
    'review lapsed',
    'review shown',
  ])
})

test('a generated market has multi-file deliveries, extra payments, extra rounds, and open and closed reports', async () => {
  const found = await oneRow<Record<string, number>>(
    pool,
    sql`select (select max(position) from deliverable_files)::int as files,
        (select count(*) from deliverables where not exists (select from deliverable_files
          where deliverable_id = deliverables.id and position = 1 and file_id = deliverables.file_id))::int as without,
        (select count(*) from payments where purpose = 'extra' and status = 'released')::int as released,
        (select count(*) from amendments where rounds = against_rounds + 1)::int as rounds,
        (select count(*) from amendments join applications on applications.id = application_id
          join projects on projects.id = project_id where deliver_by = deadline and against_deliver_by < deadline
            and amendments.status = 'accepted')::int as dates,
        (select count(*) from amendments join applications on applications.id = application_id
          join project_briefs using (project_id) where amendments.brief <> project_briefs.brief
            and amendments.status = 'declined')::int as briefs,
        (select count(distinct status) from reports)::int as reports`,
  )
  expect(found).toMatchObject({ files: 5, without: 0, reports: 2 })
  expect(found['released']).toBeGreaterThan(2)
  for (const kind of ['rounds', 'dates', 'briefs'] as const)
    expect(found[kind], kind).toBeGreaterThan(0)
})

test('each delivery has every check of its brief version, and its files belong to items of that brief', async () => {
  const found = await oneRow<Record<string, unknown>>(
    pool,
    sql`with checked as (
        select deliverables.*, brief from deliverables join project_briefs
          on project_briefs.project_id = deliverables.project_id and project_briefs.version = brief_version)
      select count(*) > 0 as some,
        count(*) filter (where (select array_agg(check_id order by check_id) from deliverable_checks
          where deliverable_id = checked.id) is distinct from (select array_agg(one->>'id' order by one->>'id')
          from jsonb_array_elements(brief->'checks') one))::int as incomplete,
        (select count(*) from deliverable_checks join deliverables on deliverables.id = deliverable_id
          where brief_version is null or (holds is null) <> (status = 'pending'))::int as astray,
        (select count(distinct machine) from deliverable_checks)::int as machine,
        (select count(*) from deliverable_files join checked on checked.id = deliverable_id where item_id is not null
          and not brief->'items' @> jsonb_build_array(jsonb_build_object('id', item_id, 'what', 'video')))::int as unknown,
        (select count(distinct position) from deliverable_files where item_id is not null)::int as positions
      from checked`,
  )
  expect(found).toEqual({
    some: true,
    incomplete: 0,
    astray: 0,
    machine: 2,
    unknown: 0,
    positions: 5,
  })
})

test('a generated market has brief templates, packages in every state, and orders whose totals add up', async () => {
  const found = await oneRow<Record<string, unknown>>(
    pool,
    sql`select (select count(*) from brief_templates)::int > 0 as kept,
        (select array_agg(distinct status order by status) from packages) as states,
        (select count(*) from packages where add_ons <> '[]')::int > 0 as extended,
        (select count(*) from package_orders where add_ons <> '{}')::int > 0 as chosen,
        (select count(*) from package_orders cross join lateral (
            select coalesce(sum((one->>'price')::bigint), 0) as cents, coalesce(sum((one->>'days')::int), 0) as days
            from jsonb_array_elements(terms->'add_ons') one where one->>'id' = any(add_ons)) added
          where price <> (terms->>'price')::bigint + cents
            or package_orders.days <> (terms->>'days')::int + added.days) > 0 as astray`,
  )
  expect(found).toEqual({
    kept: true,
    states: ['draft', 'listed', 'paused'],
    extended: true,
    chosen: true,
    astray: false,
  })
})

test('nothing is due in a generated market: the clocks enqueue no job and call no provider', async () => {
  const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: 'postgres://nowhere.invalid/none' })
  const payments = new Proxy({} as PaymentProvider, {
    get(_, name) {
      throw new Error(`the provider was asked: ${String(name)}`)
    },
  })
  const deps = { config, pool, log: createLog('silent'), clock: () => new Date(), payments }
  await clockTasks(deps)['clocks.tick']({})
  const { jobs } = await oneRow<{ jobs: number }>(
    pool,
    sql`select count(*)::int as jobs from graphile_worker._private_jobs`,
  )
  expect(jobs).toBe(0)
})

test('the generator computes the same package prices and facets of a profile as the trigger', async () => {
  // This market was filled with its triggers enabled: they had the last word.
  const { sellers, creators } = marketOf(400, new Date())
  const written = await rows<{ id: string; from: number | null; facets: string[] }>(
    pool,
    sql`select id, package_from as from, package_facets as facets from profiles where role = 'creator'`,
  )
  const byId = new Map(written.map(({ id, ...of }) => [id, of]))
  for (let creator = 0; creator < creators; creator++) {
    const profile = byId.get(idOf('person', sellers + creator))
    const facets = profile?.facets.toSorted()
    expect({ from: profile?.from, facets }).toEqual(packageFacets(creator))
  }
})

/** Every index, and every trigger with its state. */
const indexesAndTriggers = async (db: Pool) =>
  (
    await rows<{ what: string }>(
      db,
      sql`select indexdef as what from pg_indexes where schemaname in ('public', 'auth')
        union all select concat(tgrelid::regclass, ' ', tgname, ' ', tgenabled) from pg_trigger
          where tgrelid::regclass::text not like 'graphile_worker.%' order by what`,
    )
  ).map(({ what }) => what)

test('no index or trigger is missing after generation', async () => {
  const fresh = await freshDatabase()
  const empty = createPool(fresh.url, 1)
  try {
    const wanted = await indexesAndTriggers(empty)
    expect(wanted.length).toBeGreaterThan(100)
    expect(await indexesAndTriggers(pool)).toEqual(wanted)
  } finally {
    await empty.end()
    await fresh.drop()
  }
})

test('the next inserted row continues the generated numbering', async () => {
  const { next, last } = await oneRow<{ next: number; last: number }>(
    pool,
    sql`select nextval(pg_get_serial_sequence('events', 'id'))::int as next, max(id)::int as last from events`,
  )
  expect(next).toBe(last + 1)
})

test('a number always generates the same project, and no two projects share an id', () => {
  const market = marketOf(1_000, new Date('2026-01-01'))
  expect(projectOf(market, 7)).toEqual(projectOf(market, 7))
  const ids = Array.from({ length: 1_000 }, (_, n) => idOf('project', n))
  expect(new Set(ids).size).toBe(1_000)
  expect(
    ids.every((id) =>
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id),
    ),
  ).toBe(true)
})

test('some generated deals are between accounts on one device, and no ring change is left to process', async () => {
  const links = await rows<{ signals: string[] }>(pool, sql`select signals from ring_links`)
  expect(links.length).toBeGreaterThan(0)
  expect(links.every(({ signals }) => signals.join('') === 'device')).toBe(true)
  const waiting = await oneRow<{ many: number }>(
    pool,
    sql`select count(*)::integer as many from ring_changes`,
  )
  expect(waiting.many).toBe(0)
})

test('with triggers off, a generated offer still has the right board and waits for the right person', async () => {
  const database = await freshDatabase()
  const filled = createPool(database.url, 1)
  try {
    // Filled as the benches do it: no trigger runs.
    expect(await fillsUnchecked(filled)).toBe(true)
    await fillDatabase(database.url, { projects: 100, now: new Date(), passwordHash: '-' })
    const found = await oneRow<Record<string, number>>(
      filled,
      sql`select count(*) filter (where offers.by = 'creator' and offers.status = 'open')::int as for_brands,
          count(*) filter (where offers.by = 'seller' and offers.status = 'open')::int as for_creators,
          count(*) filter (where offers.listing_id is distinct from projects.id or offers.waits_for is distinct from
            case offers.by when 'seller' then applications.creator_id else projects.seller_id end)::int as astray
        from offers join applications on applications.id = offers.application_id
          join projects on projects.id = applications.project_id`,
    )
    expect(found['for_brands']).toBeGreaterThan(0)
    expect(found['for_creators']).toBeGreaterThan(0)
    expect(found['astray']).toBe(0)
  } finally {
    await filled.end()
    await database.drop()
  }
})

/** Whether the generator may skip checks on this database: only as a superuser. */
const fillsUnchecked = async (db: Pool) =>
  (
    await oneRow<{ super: boolean }>(
      db,
      sql`select rolsuper as super from pg_roles where rolname = current_user`,
    )
  ).super
