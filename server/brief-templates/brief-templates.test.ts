import { afterAll, beforeAll, expect, test } from 'vitest'
import { BRIEF_TEMPLATES } from '#contract/brief-templates.ts'
import { BRIEF_LIMITS } from '#contract/briefs.ts'
import { execute, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { type BuiltUser, buildProject, buildSeller } from '#tests/support/builders.ts'
import { waitingForLocks } from '#tests/support/lock-waiters.ts'
import { expectHidden, expectInvalid, expectRefusal } from '#tests/support/refusals.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const post = async (as: BuiltUser, rounds = 2) => {
  const body = {
    title: 'A lid that folds',
    category: 'home',
    budget: 300,
    deadline: '2031-01-31',
    status: 'draft',
    brief: { ...BRIEF_TEMPLATES[0]?.brief, rounds },
  }
  return (await api.call(as, 'projects.create', { body })).body.id
}
const save = (as: BuiltUser, project_id: string, name: string) =>
  api.call(as, 'brief_templates.save', { body: { project_id, name } })
const names = async (as: BuiltUser) =>
  (await api.call(as, 'brief_templates.list')).body.map(({ name }) => name)

test('a brand saves the brief of its own project as a named template', async () => {
  const seller = await buildSeller(api.pool)
  const id = await post(seller)
  const saved = await save(seller, id, '  Three hooks ')
  expect(saved.body).toMatchObject({ name: 'Three hooks', brief: { rounds: 2 } })
  await save(seller, id, 'Autumn')
  expect(await names(seller)).toEqual(['Autumn', 'Three hooks'])
  expect(await names(await buildSeller(api.pool))).toEqual([])
})

test('saving a template requires a brief, a name and the brand’s own project', async () => {
  const seller = await buildSeller(api.pool)
  const stranger = await buildSeller(api.pool)
  const id = await post(seller)
  expectInvalid(await save(seller, id, ' '), 'name')
  expectRefusal(
    await save(seller, (await buildProject(api.pool, { seller })).id, 'Plain'),
    'brief.none',
  )
  await expectHidden(api, stranger, 'brief_templates.save', {
    body: { project_id: id, name: 'Theirs' },
  })
})

test('saving the same template twice keeps one; another brief under that name is refused', async () => {
  const seller = await buildSeller(api.pool)
  const id = await post(seller)
  const [one, again] = await Promise.all([save(seller, id, 'Hooks'), save(seller, id, 'Hooks')])
  expect(again.body).toEqual(one.body)
  const refused = await save(seller, await post(seller, 5), 'Hooks')
  expectRefusal(refused, 'brief.template_named')
  expect(refused.body).toMatchObject({ fields: { name: expect.any(String) } })
  expect(await names(seller)).toEqual(['Hooks'])
})

test('a brand keeps at most twenty templates, even under concurrent saves', async () => {
  const seller = await buildSeller(api.pool)
  const id = await post(seller)
  for (let number = 1; number < BRIEF_LIMITS.templates; number++)
    await save(seller, id, `Template ${String(number)}`)
  // Uses two projects: with one, the project’s lock alone would serialize them.
  const other = await post(seller, 3)
  let saves: ReturnType<typeof save>[] = []
  await inTransaction(api.pool, async (tx) => {
    // Holds both back at the brand's own row, so that neither has inserted when the other one counts.
    await execute(tx, sql`select from profiles where id = ${seller.id} for update`)
    saves = [save(seller, id, 'One more'), save(seller, other, 'And one more')]
    await expect.poll(() => waitingForLocks(api.pool)).toBe(2)
  })
  const both = await Promise.all(saves)
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect(await names(seller)).toHaveLength(BRIEF_LIMITS.templates)
})

test('only its owner can remove a template, and removing it again succeeds', async () => {
  const seller = await buildSeller(api.pool)
  const stranger = await buildSeller(api.pool)
  const { id } = (await save(seller, await post(seller), 'Hooks')).body
  const remove = (as: BuiltUser) => api.call(as, 'brief_templates.remove', { params: { id } })
  await remove(stranger)
  expect(await names(seller)).toEqual(['Hooks'])
  expect((await remove(seller)).status).toBe(200)
  expect((await remove(seller)).status).toBe(200)
  expect(await names(seller)).toEqual([])
})
