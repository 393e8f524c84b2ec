import { afterAll, beforeAll, expect, test } from 'vitest'
import { CATEGORIES, PROJECT_LIMITS, PROJECT_SORTS } from '#contract/projects.ts'
import { CREATOR_SORTS, NICHES } from '#contract/profiles.ts'
import { execute, sql } from '#server/db/sql.ts'
import { listenForNews, type NewsLine } from '#server/realtime/news-line.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { buildCreator, buildProject, buildSeller, type BuiltUser } from '#tests/support/builders.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { createSharedPages, SHARED_PAGE_MS, type SharedPages } from './shared-pages.ts'

/**
 * Two processes on one database that cache shared pages, and a third that caches none. Their time stands still unless a
 * test moves it: any change that shows was announced.
 */

let now = 5_000
const memories: SharedPages[] = []
const lines: NewsLine[] = []
let first: TestApi
let second: TestApi
let plain: TestApi
let seller: BuiltUser
let creator: BuiltUser

const listen = (memory: SharedPages, { deps }: TestApi) =>
  new Promise<NewsLine>((resolve) => {
    const line = listenForNews(
      deps.config.databaseUrl,
      {
        heard: (news) => {
          for (const one of news) if (one.kind === 'lists') memory.changed(one.lists)
        },
        listening: () => resolve(line),
      },
      deps.log,
    )
  })

beforeAll(async () => {
  const database = await freshDatabase()
  const shared = { ...database, drop: async () => {} }
  const keeping = () =>
    startApi({
      database: shared,
      elapsed: () => now,
      sharedPages: (writers) => {
        const memory = createSharedPages(writers, { elapsed: () => now })
        memories.push(memory)
        return memory
      },
    })
  plain = await startApi({ database })
  first = await keeping()
  second = await keeping()
  for (const memory of memories) lines.push(await listen(memory, plain))
  seller = await buildSeller(plain.pool)
  creator = await buildCreator(plain.pool)
  for (let at = 0; at < 30; at += 1)
    await buildProject(plain.pool, {
      seller: at % 3 === 0 ? await buildSeller(plain.pool, `Brand ${at}`) : seller,
      title: `Project ${at}`,
    })
})
afterAll(async () => {
  for (const line of lines) await line.close()
  await first.close()
  await second.close()
  await plain.close()
})

const titles = async (api: TestApi, as = creator, query = {}) =>
  (await api.call(as, 'projects.list', { query })).body.projects.map(({ title }) => title)

test('every shared first page equals the page that is read for one person alone', async () => {
  const buyer = await buildSeller(plain.pool)
  for (const sort of PROJECT_SORTS)
    for (const category of [undefined, ...CATEGORIES]) {
      const query = { sort, ...(category === undefined ? {} : { category }) }
      const own = await plain.call(creator, 'projects.list', { query })
      expect(await first.call(creator, 'projects.list', { query })).toEqual(own)
      expect(await first.call(buyer, 'projects.list', { query })).toEqual(own)
    }
  for (const sort of CREATOR_SORTS)
    for (const niche of [undefined, NICHES[0]]) {
      const query = { sort, ...(niche === undefined ? {} : { niche }) }
      const own = await plain.call(buyer, 'creators.search', { query })
      expect(await first.call(seller, 'creators.search', { query })).toEqual(own)
    }
})

test('personal lists, text searches, later pages and other page sizes bypass the shared cache', async () => {
  const before = memories[0]?.counts()
  const { next } = (await plain.call(creator, 'projects.list')).body
  for (const query of [{ q: 'Project' }, { after: next }, { limit: PROJECT_LIMITS.page - 1 }])
    expect(await first.call(creator, 'projects.list', { query })).toEqual(
      await plain.call(creator, 'projects.list', { query }),
    )
  for (const query of [{ saved: '1' }, { worked: '1' }, { again: '1' }, { q: 'Maya' }])
    await first.call(seller, 'creators.search', { query })
  expect(memories[0]?.counts()).toEqual(before)
})

test('a commit in one process is visible in the other at once, however long pages are cached', async () => {
  await titles(second)
  const made = await buildProject(first.pool, { seller, title: 'Fresh' })
  await expect.poll(() => titles(second)).toContain('Fresh')
  await execute(first.pool, sql`update projects set status = 'cancelled' where id = ${made.id}`)
  await expect.poll(() => titles(second)).not.toContain('Fresh')
  await execute(first.pool, sql`update profiles set name = 'Renamed' where id = ${seller.id}`)
  await expect
    .poll(async () => JSON.stringify((await second.call(creator, 'projects.list')).body))
    .toContain('Renamed')
})

test('someone who blocks a brand stops seeing it, and everyone else still does', async () => {
  const [blocker, other] = [await buildCreator(plain.pool), await buildCreator(plain.pool)]
  const everything = await titles(second, other)
  expect(await titles(second, blocker)).toEqual(everything)
  // Inserted without a call: nothing else tells this process.
  await execute(
    plain.pool,
    sql`insert into blocks (blocker_id, blocked_id, created_at)
      values (${blocker.id}, ${seller.id}, ${new Date()})`,
  )
  await expect.poll(() => titles(second, blocker)).not.toEqual(everything)
  expect(await titles(second, blocker)).toEqual(await titles(plain, blocker))
  expect(await titles(second, other)).toEqual(everything)
  await execute(plain.pool, sql`delete from blocks where blocker_id = ${blocker.id}`)
  await expect.poll(() => titles(second, blocker)).toEqual(everything)
})

test('the author of a new project sees it at once, even in a process without its listening connection', async () => {
  await lines[0]?.close()
  await titles(first, seller)
  const posted = await first.call(seller, 'projects.create', {
    body: {
      title: 'Own project',
      description: 'Thirty seconds about our new travel mug, filmed in daylight.',
      category: CATEGORIES[0],
      budget: 300,
      deadline: '2031-01-31',
      status: 'active',
    },
  })
  expect(posted.status).toBe(200)
  expect(await titles(first, seller)).toContain('Own project')
})

test('without its listening connection a process is 100 ms behind at most', async () => {
  await titles(first)
  await buildProject(plain.pool, { seller, title: 'Unheard' })
  now += SHARED_PAGE_MS - 1
  expect(await titles(first)).not.toContain('Unheard')
  now += 1
  expect(await titles(first)).toContain('Unheard')
})
