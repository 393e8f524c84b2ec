import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cursorText, LIST_PAGE, readCursor } from '#contract/paging.ts'
import {
  applicationsOfCreator,
  applicationsOfProject,
} from '#server/applications/application-store.ts'
import { conversationsOf } from '#server/conversations/conversation-store.ts'
import { creatorCounts, navigationCounts, sellerCounts } from '#server/dashboard/dashboard-store.ts'
import { openDealsOf } from '#server/dashboard/listed-deal-store.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { oneRow, rows, sql, type Statement } from '#server/db/sql.ts'
import { deliverablesOfCreator } from '#server/deliverables/deliverable-store.ts'
import { deliverablesToReview } from '#server/deliverables/review-list-store.ts'
import { invitationsOfCreator } from '#server/invitations/invitation-store.ts'
import { notificationsOf } from '#server/notifications/notification-store.ts'
import { documentsOf } from '#server/documents/record/document-store.ts'
import { paymentsOf } from '#server/payments/record/payment-store.ts'
import { recount } from '#server/track-records/record-recount.ts'
import { samplesOf } from '#server/track-records/track-record-store.ts'
import { facetsStatement } from '#server/profiles/creator-facets.ts'
import { creatorCount, creatorPage, firstCreators } from '#server/profiles/creator-search.ts'
import {
  countStatement,
  firstPageStatement,
  pageStatement,
  type ProjectSearch,
} from '#server/projects/project-search.ts'
import { projectsOfSeller } from '#server/projects/project-store.ts'
import { peopleStatement } from '#server/creator-lists/creator-list-store.ts'
import { fillDatabase } from '#tests/generate/fill.ts'
import { creatorSearch } from '#tests/support/creator-search.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { everyReadOf, readsOf, sentBy } from '#tests/support/plans.ts'

let pool: Pool
let drop: () => Promise<void>
let busy: { seller: string; creator: string; project: string }

beforeAll(async () => {
  const database = await freshDatabase()
  const now = new Date()
  await fillDatabase(database.url, { projects: 150, now, passwordHash: '-' })
  drop = database.drop
  pool = createPool(database.url, 1)
  await grow()
  // In a market this small PostgreSQL would rightly scan the table; the test must see its alternative plan.
  await pool.query('set enable_seqscan = off')
  const { rows } = await pool.query<typeof busy>(
    `select (select seller_id from projects group by 1 order by count(*) desc limit 1) as seller,
      (select creator_id from applications group by 1 order by count(*) desc limit 1) as creator,
      (select project_id from applications group by 1 order by count(*) desc limit 1) as project`,
  )
  if (rows[0]) busy = rows[0]
})
afterAll(async () => {
  await pool.end()
  await drop()
})

/**
 * Enough open projects and creators for PostgreSQL to distinguish the indexes, created faster than the generator would.
 */
async function grow(): Promise<void> {
  await pool.query(`
    with made as (
      insert into auth.users (id, email, email_confirmed_at)
      select gen_random_uuid(), 'grown' || n || '@example.com', now() from generate_series(1, 3000) n returning id, email)
    insert into profiles (id, name, email, role, bio, created_at)
    select id, left(md5(email), 12), email, 'creator', md5(email || 'b'), now() - random() * interval '1 year' from made;
    insert into projects (seller_id, title, description, category, budget, deadline, status, created_at)
    select (select id from profiles where role = 'seller' limit 1), md5(n::text), md5((-n)::text),
      (array['fashion', 'tech', 'food', 'home'])[1 + n % 4], (random() * 100000)::integer,
      current_date + (random() * 90)::integer, 'active', now() - random() * interval '1 year'
    from generate_series(1, 2500) n;
    insert into saved_creators (seller_id, creator_id, saved_at)
    select sellers.id, creators.id, now() from
      (select id from profiles where role = 'seller' limit 8) sellers,
      (select id from profiles where role = 'creator' limit 300) creators`)
  await pool.query('vacuum analyze projects, profiles, auth.users, saved_creators')
}

const time = '2026-03-03T10:00:00.123456Z'
const id = '7f000000-0000-4000-8000-000000000000'
const deepIn = (sort: 'newest' | 'latest') => cursorText(sort, { keys: [time], id })

const projects: ProjectSearch = {
  wanted: null,
  category: null,
  sort: 'newest',
  limit: 24,
  after: undefined,
  viewerId: id,
  today: '2026-03-03',
  now: new Date('2026-03-03T00:00:00Z'),
}
const creators = creatorSearch({ viewerId: id })
const place = readCursor('newest', deepIn('newest'))
const among = readCursor('presented', cursorText('presented', { keys: [1, time], id }))
const facets = { ...creators, viewerId: id }

describe('a page of search results reads only indexes, and the intended one', () => {
  test.each<[string, Statement, string]>([
    ['projects, newest', pageStatement(projects, null), 'projects_active_newest'],
    ['further down', pageStatement(projects, place), 'projects_active_newest'],
    [
      'of a category',
      pageStatement({ ...projects, category: 'food' }, place),
      'projects_active_by_category',
    ],
    [
      'by deadline',
      pageStatement({ ...projects, sort: 'deadline' }, null),
      'projects_active_by_deadline',
    ],
    [
      'by budget',
      pageStatement({ ...projects, sort: 'budget' }, null),
      'projects_active_by_budget',
    ],
    [
      'a rare word',
      pageStatement({ ...projects, wanted: 'qwertz' }, null),
      'projects_active_search',
    ],
    [
      'best match',
      pageStatement({ ...projects, wanted: 'qwertz', sort: 'relevance' }, null),
      'projects_active_search',
    ],
    // These scan the first 1,500 of the sort, which here is all of them.
    ['one letter', pageStatement({ ...projects, wanted: 'q' }, null), 'projects_'],
    [
      'signs',
      pageStatement({ ...projects, wanted: `%_\\'";--`, sort: 'budget' }, null),
      'projects_',
    ],
    ['their number', countStatement(projects), 'projects_'],
    [
      'that of a word',
      firstPageStatement({ ...projects, wanted: 'qwertz' }),
      'projects_active_search',
    ],
    ['creators, newest', creatorPage(creators, null), 'profiles_creators_presented'],
    ['creators, further down', creatorPage(creators, among), 'profiles_creators_presented'],
    ['by name', creatorPage({ ...creators, wanted: 'qwertz' }, among), 'profiles_creators_search'],
    ['whom one has saved', creatorPage({ ...creators, savedBy: id }, null), 'saved_creators_pkey'],
    [
      'whom one has worked with',
      creatorPage({ ...creators, paidBy: id }, null),
      'payments_paid_by_seller',
    ],
    [
      'with whom one would work again',
      creatorPage({ ...creators, againBy: id }, null),
      'deal_reviews_',
    ],
    [
      'a page of a list',
      peopleStatement({ sellerId: id, now: new Date() }, id, undefined),
      'listed_creators_newest',
    ],
    ['their facets', facetsStatement(facets), 'profiles_creators_presented'],
    [
      'creators by a figure',
      creatorPage({ ...creators, sort: 'on_time' }, null),
      'track_records_by_on_time',
    ],
    [
      'creators by a figure, further down',
      creatorPage(
        { ...creators, sort: 'rating' },
        readCursor('rating', cursorText('rating', { keys: [9], id })),
      ),
      'track_records_by_rating',
    ],
    [
      'the facets of a name',
      facetsStatement({ ...facets, wanted: 'qwertz', niche: 'Pets' }),
      'profiles_creators_search',
    ],
    [
      'of a niche on a platform',
      creatorPage({ ...creators, niche: 'Pets', platform: 'twitter' }, null),
      'profiles_creators',
    ],
    [
      'who sells within a price and days',
      creatorPage({ ...creators, price: '100', days: '3' }, null),
      'profiles_creators_by_package',
    ],
    [
      'their number of those',
      creatorCount({ ...creators, price: '100' }),
      'profiles_creators_by_package',
    ],
    ['their number', creatorCount(creators), 'profiles_creators_presented'],
    [
      'that of a name',
      firstCreators({ ...creators, wanted: 'qwertz' }),
      'profiles_creators_search',
    ],
  ])('%s', async (_, statement, index) => {
    const used = await readsOf(pool, statement)
    expect(used.filter((one) => one.startsWith('Seq Scan'))).toEqual([])
    expect(
      used.some((one) => one.startsWith(index)),
      used.join(),
    ).toBe(true)
  })

  test('facets look up the track records of the creators they count, and read no others', async () => {
    const { text, values } = facetsStatement(facets)
    const { rows: plan } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [
      ...values,
    ])
    expect(plan.map((row) => row['QUERY PLAN'].trim()).join('\n')).toMatch(
      /track_records_pkey on track_records .*\nIndex Cond: \(profile_id = profiles\.id\)/,
    )
  })

  test('track records are recounted through indexes', async () => {
    const some = sql`select id as person, role as side, ${new Date()}::timestamptz as at from profiles where id = any(${[busy.seller, busy.creator]})`
    const used = await readsOf(pool, recount(some))
    expect(used.filter((one) => one.startsWith('Seq Scan'))).toEqual([])
    expect(used).toEqual(
      expect.arrayContaining([
        'applications_of_creator',
        'projects_of_seller',
        'events_of_project',
      ]),
    )
    // What happened to a deal, and how long its reviews took. Ranks and badges read the figures from memory: when each
    // of them counted again, a person with 240 deals took seconds.
    const ofEvents = (await everyReadOf(pool, recount(some))).filter((one) =>
      one.startsWith('events_'),
    )
    expect(ofEvents.length).toBeLessThanOrEqual(4)
  })

  test('common matches come from the newest rows, without the search index', async () => {
    for (const search of [
      { ...creators, niche: 'Pets' as const },
      { ...creators, wanted: 'small', platform: 'twitter' as const },
      { ...creators, niche: 'Pets' as const, platform: 'twitter' as const },
    ]) {
      const common = creatorPage(search, null, true)
      const [page, others] = await Promise.all(
        [common, creatorPage(search, null)].map((statement) => rows(pool, statement)),
      )
      expect(page).toEqual(others)
      expect(page).not.toEqual([])
      expect((await readsOf(pool, common)).join()).not.toContain('by_kind')
    }
  })

  test('a first page collects only ids and sort keys of all its matches', async () => {
    for (const statement of [
      firstCreators({ ...creators, wanted: 'qwertz' }),
      firstCreators({ ...creators, wanted: 'qwertz', sort: 'relevance' }),
      firstPageStatement({ ...projects, wanted: 'qwertz', sort: 'budget' }),
    ]) {
      const { rows: plan } = await pool.query<{ 'QUERY PLAN': string }>(
        `explain ${statement.text}`,
        [...statement.values],
      )
      const text = plan.map((row) => row['QUERY PLAN']).join('\n')
      // Bytes per row: two ids and times. A profile has about six hundred.
      const [, width] = /CTE found\n.*width=(\d+)/.exec(text) ?? []
      expect(Number(width), text).toBeLessThan(64)
    }
  })

  test('similar words, and the rows that contain them, are found through indexes', async () => {
    const used = async (statement: Pick<Statement, 'text' | 'values'>) => {
      const found = await readsOf(pool, statement)
      expect(found.filter((one) => one.startsWith('Seq Scan'))).toEqual([])
      return found
    }
    const near = {
      text: `select word from search_words where about = 'projects' and (word operator(public.%>) 'hedphones' or word = any ('{ehdphones,hdephones}'))`,
      values: [],
    }
    expect((await used(near)).join()).toMatch(/^search_words_(nearly|pkey)$/)
    const meant = {
      text: `select id from projects where status = 'active' and (search_has(search, '%qwertz%') or search_has(search, '%qwertuiop%'))`,
      values: [],
    }
    expect(await used(meant)).toEqual(['projects_active_search'])
    const people = {
      text: `select id from profiles where role = 'creator' and (search_has(search, '%qwertz%') or search_has(search, '%qwertuiop%'))`,
      values: [],
    }
    expect(await used(people)).toEqual(['profiles_creators_search'])
    // These are the statements inside the functions.
    const { source } = await oneRow<{ source: string }>(
      pool,
      sql`select string_agg(prosrc, '') as source from pg_proc
        where proname in ('search_meant', 'projects_nearly', 'creators_nearly')`,
    )
    for (const part of ['word operator(public.%>) typed.word', 'search_has(search, %L)'])
      expect(source).toContain(part)
  })
})

test('whether two people form a ring is looked up, without scanning all rings', async () => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local enable_seqscan = on')
    // As many as a market of a hundred thousand projects has.
    await client.query(`insert into ring_links (seller_id, creator_id, signals, seen_on, found_at)
      select sellers.id, creators.id, '{device}', current_date, now() from
        (select id from profiles where role = 'seller' limit 10) sellers,
        (select id from profiles where role = 'creator' limit 40) creators
      on conflict do nothing`)
    await client.query('analyze ring_links')
    const before = await client.query<{ read: number }>(RING_LINKS_READ)
    const { rows: found } = await client.query<{ linked: number; others: number }>(
      `select count(*) filter (where in_ring(seller_id, creator_id) and in_ring(creator_id, seller_id))::int as linked,
          count(*) filter (where in_ring(seller_id, seller_id))::int as others
        from (select * from ring_links where not signals <@ overruled limit 20) linked`,
    )
    expect(found).toEqual([{ linked: 20, others: 0 }])
    const after = await client.query<{ read: number }>(RING_LINKS_READ)
    // The statement itself starts reading it, once.
    expect((after.rows[0]?.read ?? 0) - (before.rows[0]?.read ?? 0)).toBeLessThanOrEqual(1)
  } finally {
    await client.query('rollback')
    client.release()
  }
})
const RING_LINKS_READ = `select seq_scan::int as read from pg_stat_xact_user_tables where relname = 'ring_links'`

test('the query for the deals behind a figure costs no more with a generic plan, so it is planned once', async () => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { text, values } = await sentBy((db) =>
      samplesOf(db, busy.creator, { figure: 'on_time', now: new Date(), most: 51 }),
    )
    const given = values.map((value) =>
      client.escapeLiteral(value instanceof Date ? value.toISOString() : String(value)),
    )
    await client.query(`prepare asked as ${text}`)
    const costOf = async (mode: string) => {
      await client.query(`set local plan_cache_mode = ${mode}`)
      const { rows: plan } = await client.query<{
        'QUERY PLAN': [{ Plan: { 'Total Cost': number } }]
      }>(`explain (format json) execute asked (${given.join()})`)
      return plan[0]?.['QUERY PLAN'][0].Plan['Total Cost'] ?? 0
    }
    // PostgreSQL keeps a generic plan if it costs no more than the plans for given values plus the time to make those.
    expect(await costOf('force_generic_plan')).toBeLessThanOrEqual(
      await costOf('force_custom_plan'),
    )
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('no personal list scans a table, and each has a row limit', async () => {
  for (const after of [undefined, deepIn('newest')]) {
    const lists: Record<string, (db: Pool) => unknown> = {
      projects: (db) => projectsOfSeller(db, busy.seller, { after }),
      applications: (db) => applicationsOfProject(db, busy.project, after),
      'own applications': (db) => applicationsOfCreator(db, busy.creator, after),
      invitations: (db) => invitationsOfCreator(db, busy.creator, { after, now: new Date() }),
      documents: (db) => documentsOf(db, busy.seller, after),
      payments: (db) => paymentsOf(db, busy.seller, after),
      conversations: (db) => conversationsOf(db, busy.seller, after && deepIn('latest')),
      deliverables: (db) => deliverablesOfCreator(db, busy.creator, after),
      'waiting reviews': (db) => deliverablesToReview(db, busy.seller, after),
      notifications: (db) => notificationsOf(db, busy.seller, null),
    }
    for (const [name, list] of Object.entries(lists)) {
      const statement = await sentBy(list)
      const used = await readsOf(pool, statement)
      expect(
        // This market has no disputes: their table is empty.
        used.filter((one) => one.startsWith('Seq Scan') && !one.endsWith('deal_disputes')),
        name,
      ).toEqual([])
      expect(statement.text, name).toMatch(/limit \d+/)
    }
  }
  expect(LIST_PAGE).toBeLessThanOrEqual(100)
})

test('what waits for a person is read through indexes on the person, however much else they have', async () => {
  const used = async (ask: (db: Pool) => unknown) => readsOf(pool, await sentBy(ask))
  expect(await used((db) => deliverablesToReview(db, busy.seller, deepIn('newest')))).toContain(
    'deliverables_to_review',
  )
  expect(await used((db) => sellerCounts(db, busy.seller))).toEqual([
    'deliverables_to_review',
    // Of each of those: did its money go back, and did a decision end its review?
    'projects_pkey',
    'deal_disputes_of_project',
    'payments_of_project',
    'projects_offered',
  ])
  // The deals, the projects with applicants and the drafts that wait: each picked before anything else is read of it.
  const waiting = await used((db) => openDealsOf(db, busy.seller))
  expect(waiting.filter((one) => one.startsWith('Seq Scan of'))).toEqual([])
  expect(waiting).toEqual(expect.arrayContaining(['projects_under_way', 'projects_offered']))
  // Beside the invitations.
  const counts = await used((db) => navigationCounts(db, busy.seller))
  // The conversation of a message is read only for someone who is blocked: is it about a deal?
  expect(counts.filter((one) => /messages|conversations/.test(one)).toSorted()).toEqual([
    'conversations_pkey',
    'messages_unread_by',
  ])
  // What is subtracted is counted only where blocks keep people apart, from either side of the two.
  const creatorsCounts = await used((db) => creatorCounts(db, busy.creator))
  expect(creatorsCounts.filter((one) => !/^projects_(of_seller|pkey)$/.test(one))).toEqual([
    'applications_of_creator',
    'blocks_listed',
    'blocks_of_blocked',
    'deliverables_of_creator',
  ])
})
