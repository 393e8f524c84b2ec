import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAVED_SEARCHES, searchWords } from '#contract/saved-searches.ts'
import { paths } from '#contract/paths.ts'
import { clockTasks } from '#server/clock-tasks.ts'
import { DAY_MS } from '#server/clocks/days.ts'
import { execute, rows, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { type BuiltUser, buildCreator, buildProject, buildSeller } from '#tests/support/builders.ts'
import { expectRefusal } from '#tests/support/refusals.ts'
import { savedSearchTasks } from './saved-search-tasks.ts'

const START = new Date('2031-03-03T10:00:00Z')
let api: TestApi
let seller: BuiltUser
beforeAll(async () => {
  api = await startApi()
  api.setNow(START)
  seller = await buildSeller(api.pool)
})
afterAll(() => api.close())

const save = (as: BuiltUser, body: object) =>
  api.call(as, 'searches.save', { body: { about: 'projects', ...body } })

/** Publishes a project with this title and runs its job. */
async function publish(title: string, by = seller): Promise<string> {
  const { id } = await buildProject(api.pool, {
    seller: by,
    title,
    status: 'draft',
    deadline: '2031-12-01',
  })
  await api.call(by, 'projects.publish', { params: { id } })
  const jobs = await rows<{ payload: { about: 'projects'; id: string } }>(
    api.pool,
    sql`select payload from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      where tasks.identifier = 'searches.match' and payload ->> 'id' = ${id}`,
  )
  expect(jobs).toHaveLength(1)
  // Runs twice, as any job may.
  for (const { payload } of [...jobs, ...jobs])
    await savedSearchTasks(api.deps)['searches.match'](payload)
  return id
}

/** Ticks the clocks, and returns the new mails about matches in the queue. */
async function mailsAfter(days: number) {
  api.setNow(new Date(START.getTime() + days * DAY_MS))
  await clockTasks(api.deps)['clocks.tick']({})
  await clockTasks(api.deps)['clocks.tick']({})
  const mails = await rows<{
    payload: { to: string; subject: string; text: string; unsubscribe_url?: string }
  }>(
    api.pool,
    sql`delete from graphile_worker._private_jobs jobs using graphile_worker._private_tasks tasks
      where tasks.id = jobs.task_id and tasks.identifier = 'mail.send' returning payload`,
  )
  return mails.map(({ payload }) => payload)
}

test('a saved search matches projects published after it, once each, with at most one mail a day', async () => {
  const creator = await buildCreator(api.pool)
  await publish('An olive mug, before')
  const saved = await save(creator, { q: '  OLIVE ', category: 'home' })
  expect(saved.body).toMatchObject({ q: 'OLIVE', category: 'home', niche: null })
  expect((await save(creator, { q: 'OLIVE', category: 'home' })).body.id).toBe(saved.body.id)
  expect(await mailsAfter(0)).toEqual([])

  await publish('Olive oil at noon')
  await publish('Nothing of the kind')
  const [mail, ...more] = await mailsAfter(0.01)
  expect(more).toEqual([])
  expect(mail).toMatchObject({ to: creator.email, subject: '1 new project for “OLIVE” · Home' })
  expect(mail?.text).toContain('Olive oil at noon')
  expect(mail?.text).toContain('/projects?q=OLIVE&category=home')
  expect(mail?.unsubscribe_url).toContain('.searches.')

  // Matches accumulate for the rest of the day; projects that are gone by then are left out.
  for (const title of ['Olive wood', 'Olive soap']) await publish(title)
  const gone = await publish('Olive, sold out')
  await execute(api.pool, sql`update projects set status = 'cancelled' where id = ${gone}`)
  expect(await mailsAfter(0.9)).toEqual([])
  const [next] = await mailsAfter(1.1)
  expect(next?.subject).toBe('2 new projects for “OLIVE” · Home')
  expect(await mailsAfter(3)).toEqual([])
})

test('a seller’s own project is no match, and switching these mails off stops them', async () => {
  await save(seller, { q: 'walnut' })
  const quiet = await buildCreator(api.pool)
  await save(quiet, { q: 'walnut' })
  await api.call(quiet, 'notifications.prefer', { body: { kind: 'searches', email: false } })
  await publish('A walnut tray')
  expect(await mailsAfter(5)).toEqual([])
  // Switching mails on again sends nothing about the past.
  await api.call(quiet, 'notifications.prefer', { body: { kind: 'searches', email: true } })
  expect(await mailsAfter(7)).toEqual([])
})

test('sellers are notified of creators who join and describe their work', async () => {
  const shop = await buildSeller(api.pool)
  await api.call(shop, 'searches.save', {
    body: { about: 'creators', q: 'ceramics', niche: 'Food' },
  })
  const creator = await buildCreator(api.pool, { name: 'Imke Brandt' })
  await execute(
    api.pool,
    sql`update profiles set created_at = ${new Date(START.getTime() + 20 * DAY_MS)} where id = ${creator.id}`,
  )
  const body = { bio: 'Céramics, slowly.', niches: ['Food'] }
  await api.call(creator, 'profiles.update', { body })
  await savedSearchTasks(api.deps)['searches.match']({ about: 'creators', id: creator.id })
  const [mail] = await mailsAfter(21)
  expect(mail).toMatchObject({ to: shop.email, subject: '1 new creator for “ceramics” · Food' })
  expect(mail?.text).toContain('Imke Brandt')
  expectRefusal(
    await api.call(creator, 'searches.save', { body: { about: 'creators' } }),
    'request.sellers_only',
  )
})

test('a match whose person was banned in the meantime is left out', async () => {
  const reader = await buildCreator(api.pool)
  const shop = await buildSeller(api.pool)
  await save(reader, { q: 'rosewood' })
  await api.call(shop, 'searches.save', { body: { about: 'creators', q: 'Nadia' } })
  const banned = await buildSeller(api.pool)
  await publish('A rosewood box', banned)
  await publish('A rosewood spoon')
  const creators = []
  for (const name of ['Nadia Brandt', 'Nadia Kerr']) {
    const creator = await buildCreator(api.pool, { name })
    await execute(
      api.pool,
      sql`update profiles set created_at = ${new Date(START.getTime() + 30 * DAY_MS)} where id = ${creator.id}`,
    )
    await savedSearchTasks(api.deps)['searches.match']({ about: 'creators', id: creator.id })
    creators.push(creator)
  }
  await execute(
    api.pool,
    sql`update auth.users set banned_until = 'infinity' where id = any(${[banned.id, creators[0]?.id]})`,
  )
  const mails = await mailsAfter(31)
  const textTo = ({ email }: BuiltUser) => mails.find(({ to }) => to === email)?.text
  expect(textTo(reader)).toContain('A rosewood spoon')
  expect(textTo(reader)).not.toContain('A rosewood box')
  expect(textTo(shop)).toContain('Nadia Kerr')
  expect(textTo(shop)).not.toContain('Nadia Brandt')
})

test('saved searches are limited in number, and only their owner can remove one', async () => {
  const creator = await buildCreator(api.pool)
  for (let n = 0; n < SAVED_SEARCHES; n += 1) await save(creator, { q: `word ${n}` })
  expectRefusal(await save(creator, { q: 'one more' }), 'search.too_many')
  const list = async () => (await api.call(creator, 'searches.list')).body
  const [first] = await list()
  const remove = (as: BuiltUser) =>
    api.call(as, 'searches.remove', { params: { id: first?.id ?? '' } })
  await remove(seller)
  expect(await list()).toHaveLength(SAVED_SEARCHES)
  await remove(creator)
  await remove(creator)
  expect(await list()).toHaveLength(SAVED_SEARCHES - 1)
  expect((await save(creator, { q: 'one more' })).status).toBe(200)
})

test('a saved search has a link to its results and a description in words', () => {
  expect(paths.search('creators', { q: 'a&b', niche: 'Home & Decor' })).toBe(
    '/find-creators?q=a%26b&niche=Home%20%26%20Decor',
  )
  expect(paths.search('projects', {})).toBe('/projects')
  expect(searchWords({ platform: 'tiktok' })).toBe('Tiktok')
  expect(searchWords({})).toBe('Everything')
})
