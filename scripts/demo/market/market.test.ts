import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEAL_STATES, dealState, type DealState } from '#contract/deal-state.ts'
import { dealFacts } from '#contract/deal-reading.ts'
import { ENDED_NEWS_DAYS, LICENCE_REMINDER_DAYS } from '#contract/licence-term.ts'
import { OFFER_STATUSES } from '#contract/offers.ts'
import { PACKAGE_STATUSES } from '#contract/packages.ts'
import { clearHalfADemo } from '#scripts/demo/clear-half-a-demo.ts'
import { type DemoProject, PROJECTS } from '#scripts/demo/cast.ts'
import { proveOperator } from '#scripts/demo/operator.ts'
import { openStage, type Stage } from '#scripts/demo/stage.ts'
import { clockTasks } from '#server/clock-tasks.ts'
import { readConfig } from '#server/config/config.ts'
import { oneRow, rows, sql } from '#server/db/sql.ts'
import { brokenMoneyChecks } from '#server/payments/checks/money-checks.ts'
import { checkPlatform } from '#server/payments/reconcile/platform-check.ts'
import { reconcile } from '#server/payments/reconcile/payment-reconcile.ts'
import { compareRecords, FIRST_ID } from '#server/track-records/track-record-store.ts'
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts'
import { folderInMemory } from '#tests/support/database-folder.ts'
import { NOT_PLAYED } from './endings.ts'
import { fillMarket } from './fill-market.ts'
import { DEALS, PEOPLE } from './market.ts'

let database: FreshDatabase
let stage: Stage
const dataDir = folderInMemory()

beforeAll(async () => {
  database = await freshDatabase()
  stage = await openStage(
    readConfig({
      NODE_ENV: 'test',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      // The strictest settings: the demo does not depend on them.
      MINIMUM_PRICE: '1000',
      AUTH_PASSWORD_MIN_LENGTH: '72',
      AUTH_PASSWORD_CHARACTERS: '0123456789',
      OPERATOR_SECOND_PERSON_FROM_CENTS: '0',
      REVIEW_WINDOW_OUTCOME: 'escalate',
      AUTH_SIGNUPS: '0',
    }),
  )
  await fillMarket(stage)
  await proveOperator(stage.url)
})
afterAll(async () => {
  await stage.close()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The states that the projects of every demo are in. */
const ENDED = ({ ends, applications }: DemoProject): DealState => {
  switch (ends) {
    case 'active':
      return applications.length > 0 ? 'choosing' : 'open'
    case 'held':
      return 'review'
    case 'completed':
      return 'paid'
    case 'draft':
    case 'cancelled':
      return ends
  }
}
const MEANT = new Map([
  ...PROJECTS.map((project) => [project.title, ENDED(project)] as const),
  ...DEALS.flatMap(({ deals }) => deals.map(({ title, ends }) => [title, ends] as const)),
])

test('forty-four projects cover every state of a deal, except those listed as not played', () => {
  expect(MEANT.size).toBe(44)
  const played = new Set(MEANT.values())
  const missing = DEAL_STATES.filter((state) => !played.has(state))
  expect(missing.toSorted()).toEqual(Object.keys(NOT_PLAYED).toSorted())
})

test('every project is in the state it was meant for', async () => {
  const projects = await rows<{ id: string; title: string; seller_id: string }>(
    stage.pool,
    sql`select id, title, seller_id from projects`,
  )
  const found = new Map<string, DealState>()
  for (const { id, title, seller_id } of projects) {
    const owner = stage.session(seller_id)
    const input = { params: { id } }
    const [project, payment, deliverables, disputes] = await Promise.all([
      owner.call('projects.get', input),
      owner.call('payments.for_project', input),
      owner.call('deliverables.for_project', input),
      owner.call('disputes.for_project', input),
    ])
    found.set(title, dealState(dealFacts({ project, payment, deliverables, disputes })))
  }
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(MEANT))
})

test('the ledger holds every invariant, and matches the provider without repairs', async () => {
  expect(await brokenMoneyChecks(stage.pool)).toEqual([])
  const { compared, healed, open } = await reconcile(stage.deps, { everything: true })
  expect({ healed, open }).toEqual({ healed: [], open: [] })
  expect(compared).toBeGreaterThan(15)
  // The balance covers the money held for others: no alarm waits for the operator.
  await checkPlatform(stage.deps)
  expect(
    await rows(
      stage.pool,
      sql`select kind, detail from money_differences where resolved_at is null`,
    ),
  ).toEqual([])
})

test('offers are in every state', async () => {
  const found = await rows<{ status: string }>(
    stage.pool,
    sql`select distinct status from offers order by 1`,
  )
  expect(found.map(({ status }) => status)).toEqual([...OFFER_STATUSES].toSorted())
})

test('package orders are waiting, accepted, declined and lapsed; packages are in every state', async () => {
  const orders = await rows(
    stage.pool,
    sql`select package_orders.status, projects.status as project, answer_by > now() as is_open
      from package_orders join projects on projects.id = project_id order by package_orders.status`,
  )
  expect(orders).toEqual([
    { status: 'accepted', project: 'in_progress', is_open: false },
    { status: 'declined', project: 'cancelled', is_open: false },
    { status: 'lapsed', project: 'cancelled', is_open: false },
    { status: 'waiting', project: 'draft', is_open: true },
  ])
  const packages = await rows<{ status: string }>(
    stage.pool,
    sql`select distinct status from packages order by 1`,
  )
  expect(packages.map(({ status }) => status)).toEqual([...PACKAGE_STATUSES].toSorted())
})

test('a price increase was paid, and an agreed extra round waits for its payment', async () => {
  const added = await rows(
    stage.pool,
    sql`select extra::int as cents, rounds, amendments.status, pay_by > now() as is_open, payments.status as payment
      from amendments left join payments on payments.amendment_id = amendments.id
      where extra is not null order by amendments.status`,
  )
  expect(added).toEqual([
    { cents: 6_000, rounds: null, status: 'accepted', is_open: false, payment: 'held_in_escrow' },
    { cents: 8_000, rounds: 3, status: 'unpaid', is_open: true, payment: null },
  ])
})

test('two deliveries have several files, a message has a warning, and a price cut was refunded', async () => {
  const found = await oneRow<{ several: number[]; warned: string[]; returned: number[] }>(
    stage.pool,
    sql`select
        array(select count(*)::int from deliverable_files group by deliverable_id having count(*) > 1 order by 1) as several,
        (select array_agg(distinct kind) from messages, unnest(safety) kind) as warned,
        (select array_agg(returned::int) from amendments where returned is not null) as returned`,
  )
  expect(found).toEqual({
    several: [3, 4],
    warned: ['pay_outside'],
    returned: [14_000],
  })
})

test('a licence ends soon and can be extended at its price, and another has ended', async () => {
  const found = await rows<{ title: string; days: number; cents: number | null }>(
    stage.pool,
    sql`select title, ends_on - current_date as days, (terms ->> 'extend_cents')::bigint as cents
      from licences join projects on projects.id = project_id join licence_terms on hash = terms_hash
      where ends_on is not null and licences.status = 'granted' order by ends_on`,
  )
  expect(found.map(({ title, cents }) => [title, cents])).toEqual([
    ['Reading the label of our night serum', null],
    ['Breakfast bowls, three mornings', 9_000],
  ])
  const [ended, ends] = found.map(({ days }) => days)
  // Announced while it is news, with a reminder before it ends.
  expect(ended).toBeLessThan(0)
  expect(ended).toBeGreaterThan(-ENDED_NEWS_DAYS)
  expect(ends).toBeGreaterThan(0)
  expect(ends).toBeLessThan(Math.max(...LICENCE_REMINDER_DAYS))
})

test('there are two open disputes: a creator answers one, an operator decides the other', async () => {
  const open = await rows(
    stage.pool,
    sql`select deal_disputes.status, respondent_id = projects.seller_id as brand_answers from deal_disputes
      join projects on projects.id = project_id where deal_disputes.status like 'awaiting%' order by 1`,
  )
  expect(open).toEqual([
    { status: 'awaiting_answer', brand_answers: false },
    { status: 'awaiting_decision', brand_answers: true },
  ])
})

test('the operator has a report to decide, an appeal to answer and a ring with one deal', async () => {
  const desk = await oneRow(
    stage.pool,
    sql`select (select array_agg(subject || ' ' || status order by subject) from reports) as reports,
        (select array_agg(act || ' ' || appeal_status) from sanctions) as sanctions,
        (select count(*)::int from ring_links) as rings,
        (select count(*)::int from projects join applications on project_id = projects.id and applications.status = 'accepted'
          join ring_links on ring_links.seller_id = projects.seller_id and ring_links.creator_id = applications.creator_id) as deals`,
  )
  expect(desk).toEqual({
    reports: ['message acted', 'project open'],
    sanctions: ['warn open'],
    rings: 1,
    deals: 1,
  })
})

test('money moved in at least nine months, and nothing is dated in the future', async () => {
  const { months, refunds, arrived } = await oneRow<{
    months: number
    refunds: number
    arrived: number
  }>(
    stage.pool,
    sql`select count(distinct date_trunc('month', coalesce(released_at, refunded_at)))::int as months,
        count(refunded_at)::int as refunds, (select count(*) from payouts)::int as arrived from payments`,
  )
  expect(months).toBeGreaterThanOrEqual(9)
  expect(refunds).toBeGreaterThanOrEqual(3)
  expect(arrived).toBeGreaterThanOrEqual(8)
  const early = await rows(
    stage.pool,
    sql`select 'event' as what from events where at > now() union all
      select 'message' from messages where created_at > now() union all
      select 'application' from applications join projects on projects.id = project_id
        where applications.created_at < projects.created_at`,
  )
  expect(early).toEqual([])
})

/** The most that working hours and a long deal's own part of a day move a moment by, in days. */
const ROUGHLY = 1.6
const DAY_SECONDS = 86_400

test('everything recorded about a deal is dated within the days its table gives it', async () => {
  const found = await rows<{ title: string; posted: number; first: number; last: number }>(
    stage.pool,
    sql`select title, extract(epoch from now() - created_at)::float8 / ${DAY_SECONDS} as posted,
        extract(epoch from now() - least)::float8 / ${DAY_SECONDS} as first,
        extract(epoch from now() - greatest)::float8 / ${DAY_SECONDS} as last
      from projects, lateral (select min(at) as least, max(at) as greatest from (
        select created_at as at from applications where project_id = projects.id
        union all select updated_at from project_invitations where project_id = projects.id
        union all select created_at from conversations where project_id = projects.id
        union all select messages.created_at from messages join conversations on conversations.id = conversation_id
          where project_id = projects.id
        union all select created_at from deliverables where project_id = projects.id
        union all select created_at from payments where project_id = projects.id
        union all select ledger_entries.created_at from ledger_entries join payments on payments.id = payment_id
          where project_id = projects.id
        -- What a clock did about reviews comes two weeks later.
        union all select at from events where project_id = projects.id
          and (entity, move) <> ('deal_review', 'lapse')) written) written`,
  )
  const byTitle = new Map(found.map((one) => [one.title, one]))
  const days = [
    ...DEALS.flatMap(({ deals }) =>
      deals.map(({ title, posted, took }) => ({ title, posted, over: posted - took })),
    ),
    ...PROJECTS.map(({ title, postedAgo }) => ({ title, posted: postedAgo, over: 0 })),
  ]
  const elsewhere = days.filter(({ title, posted, over }) => {
    const { posted: since = 0, first = 0, last = 0 } = byTitle.get(title) ?? {}
    return Math.abs(since - posted) > ROUGHLY || first - posted > ROUGHLY || over - last > ROUGHLY
  })
  expect(elsewhere).toEqual([])
})

test('the times of a payment, a delivery, a posting and an unanswered invitation are close together', async () => {
  const apart = await rows(
    stage.pool,
    sql`select 'payment' as what, title from payments join projects on projects.id = project_id
        where funded_at - payments.created_at not between interval '-5 seconds' and interval '1 hour'
      union all select 'delivery', title from deliverables join projects on projects.id = project_id
        join events on entity = 'deliverable' and entity_id = deliverables.id and move = 'submit'
        where at - deliverables.created_at not between interval '-5 seconds' and interval '1 hour'
      union all select 'posting', title from projects
        join events on entity = 'project' and entity_id = projects.id and move = 'create'
        where at - projects.created_at not between interval '-5 seconds' and interval '1 hour'
      union all select 'invitation', title from project_invitations join projects on projects.id = project_id
        where updated_at - project_invitations.created_at not between interval '-1 second' and interval '1 second'
          and project_invitations.status = 'pending'`,
  )
  expect(apart).toEqual([])
})

test('no project is still in progress after its money was refunded', async () => {
  expect(
    await rows(
      stage.pool,
      sql`select title from projects join payments on payments.project_id = projects.id
        where payments.status = 'refunded' and projects.status = 'in_progress'`,
    ),
  ).toEqual([])
})

test('nothing is due: a tick of the server’s clock changes no deal', async () => {
  const moved = () =>
    oneRow(stage.pool, sql`select count(*)::int as events from events where move <> 'remind'`)
  const before = await moved()
  await clockTasks(stage.deps)['clocks.tick']({})
  expect(await moved()).toEqual(before)
})

test('six brands and fourteen creators have pictures, and every creator two to six portfolio pieces', async () => {
  const people = await rows<{ role: string; pieces: number; faceless: number; number: number }>(
    stage.pool,
    sql`select role, count(*)::int as number, min(cardinality(portfolio_urls))::int as pieces,
        count(*) filter (where avatar_url is null)::int as faceless
      from profiles where email <> 'olive@cartwright.example' group by role order by role`,
  )
  expect(people).toMatchObject([
    { role: 'creator', number: 14, faceless: 0, pieces: 2 },
    { role: 'seller', number: 6, faceless: 0 },
  ])
  expect(PEOPLE.every(({ portfolio = [] }) => portfolio.length <= 6)).toBe(true)
})

test('brands and creators have track records from their deals, and all of them match the events', async () => {
  const shown = await rows<{ role: string; people: number }>(
    stage.pool,
    sql`select role, count(*)::int as people from track_records join profiles on profiles.id = profile_id
      where deals >= 3 group by role order by role`,
  )
  expect(shown.map(({ role }) => role)).toEqual(['creator', 'seller'])
  expect(Math.min(...shown.map(({ people }) => people))).toBeGreaterThan(2)
  const { differing } = await compareRecords(stage.pool, FIRST_ID, 1_000)
  expect(differing).toEqual([])
})

test('an interrupted demo is removed without a trace', async () => {
  await clearHalfADemo(stage.pool)
  const { left } = await oneRow<{ left: number }>(
    stage.pool,
    sql`select ((select count(*) from auth.users) + (select count(*) from projects) + (select count(*) from payments)
      + (select count(*) from webhook_events) + (select count(*) from events))::int as left`,
  )
  expect(left).toBe(0)
})
