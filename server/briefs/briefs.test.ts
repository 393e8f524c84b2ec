import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BRIEF_TEMPLATES } from '#contract/brief-templates.ts'
import { describeBrief } from '#contract/brief-text.ts'
import { type Brief, BRIEF_LIMITS } from '#contract/briefs.ts'
import { createPool } from '#server/db/pool.ts'
import { acceptApplication } from '#server/applications/application-answer-service.ts'
import { updateProject } from '#server/projects/project-service.ts'
import { startApi, type TestApi, tokenOf } from '#tests/support/api.ts'
import {
  buildApplication,
  buildCreator,
  type BuiltUser,
  buildSeller,
} from '#tests/support/builders.ts'
import { expectInvalid, expectRefusal } from '#tests/support/refusals.ts'
import { canonicalJson } from './brief-hash.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const brief = { ...BRIEF_TEMPLATES[0]?.brief, one_message: 'It folds flat.' } as Brief
const sound = {
  title: 'A lid that folds',
  category: 'home',
  budget: 300,
  deadline: '2031-01-31',
  status: 'active',
} as const
const post = (as: BuiltUser, body: object = {}) =>
  api.call(as, 'projects.create', { body: { ...sound, brief, ...body } })
const edit = (as: BuiltUser, id: string, body: object) =>
  api.call(as, 'projects.update', { params: { id }, body })
const read = async (as: BuiltUser, id: string) =>
  (await api.call(as, 'projects.get', { params: { id } })).body
const versions = async (id: string) =>
  (
    await api.pool.query(
      'select version, hash from project_briefs where project_id = $1 order by version',
      [id],
    )
  ).rows

/** A user as the server has authenticated them. */
async function viewerOf(user: BuiltUser) {
  const viewer = await api.authenticate(tokenOf(user))
  if (viewer === null) throw new Error('No one is signed in')
  return viewer
}

/** A posted project with a brief, and someone who applied. */
async function applied(body: object = {}) {
  const seller = await buildSeller(api.pool)
  const { id } = (await post(seller, body)).body
  const creator = await buildCreator(api.pool)
  const application = await buildApplication(api.pool, {
    project: { id, seller_id: seller.id, title: sound.title, status: 'active' },
    creator,
  })
  return { seller, creator, id, application }
}
const accept = (as: BuiltUser, id: string) =>
  api.call(as, 'applications.accept', { params: { id } })

describe('posting with a brief', () => {
  test('stores version 1 with its machine checks, and generates the project’s description from it', async () => {
    const seller = await buildSeller(api.pool)
    const { id } = (await post(seller)).body
    const page = await read(await buildCreator(api.pool), id)
    expect(page.brief).toMatchObject({ version: 1, described: true, agreed_at: null })
    expect(page.brief?.brief).toMatchObject({ one_message: 'It folds flat.', rounds: 2 })
    expect(page.brief?.brief.checks.map(({ id }) => id).slice(0, 3)).toEqual([
      'count',
      'length',
      'ratio',
    ])
    expect(page.description).toBe(page.brief && describeBrief(page.brief.brief))
    expect(page.description).toContain('• 3 × Hook variation (video): 9:16 upright, 3–6 s')
  })

  test('keeps a description the brand wrote, and finds the project by words of its brief', async () => {
    const seller = await buildSeller(api.pool)
    const creator = await buildCreator(api.pool)
    const own = (await post(seller, { description: 'Film it your way.' })).body
    expect(await read(creator, own.id)).toMatchObject({
      description: 'Film it your way.',
      brief: { described: false },
    })
    const { id } = (await post(seller, { brief: { ...brief, say: ['Quixotic hinge'] } })).body
    const found = await api.call(creator, 'projects.list', { query: { q: 'quixotic' } })
    expect(found.body.projects.map((one) => one.id)).toEqual([id])
  })

  test('requires a description or a brief, and names the invalid field of a brief', async () => {
    const seller = await buildSeller(api.pool)
    expectInvalid(await post(seller, { brief: null }), 'description')
    expectInvalid(await post(seller, { brief: null, description: '  ' }), 'description')
    expectInvalid(await post(seller, { brief: { items: [] } }), 'brief.items')
    const items = [{ id: 'a', what: 'video', count: 0 }]
    expectInvalid(await post(seller, { brief: { items } }), 'brief.items.0.count')
  })

  test('is optional: a project without one has no versions and requires a description', async () => {
    const seller = await buildSeller(api.pool)
    const { id } = (await post(seller, { brief: undefined, description: 'One reel.' })).body
    expect(await read(seller, id)).toMatchObject({ brief: null, description: 'One reel.' })
    expect(await versions(id)).toEqual([])
    expectInvalid(await edit(seller, id, { description: '' }), 'description')
  })
})

describe('versions', () => {
  test('grow by one with each changed brief, but not when it is saved unchanged or other fields change', async () => {
    const seller = await buildSeller(api.pool)
    const { id } = (await post(seller, { status: 'draft' })).body
    await edit(seller, id, { brief })
    await edit(seller, id, { budget: 310 })
    await edit(seller, id, { brief })
    expect(await versions(id)).toHaveLength(1)
    await edit(seller, id, { brief: { ...brief, rounds: 3 } })
    expect(await read(seller, id)).toMatchObject({ brief: { version: 2, brief: { rounds: 3 } } })
    await edit(seller, id, { brief })
    const [first, , third] = await versions(id)
    expect(third?.hash).toBe(first?.hash)
    expect((await read(seller, id)).brief?.version).toBe(3)
  })

  test('update a generated description, and keep one the brand typed', async () => {
    const seller = await buildSeller(api.pool)
    const { id } = (await post(seller)).body
    await edit(seller, id, { brief: { ...brief, say: ['Under ten dollars'] } })
    const { description } = await read(seller, id)
    expect(description).toContain('Under ten dollars')
    // A form sends back the text that is already there: this does not count as typing it.
    await edit(seller, id, { description, brief: { ...brief, say: ['Under nine dollars'] } })
    expect((await read(seller, id)).description).toContain('Under nine dollars')
    await edit(seller, id, { description: 'My words.' })
    await edit(seller, id, { brief })
    expect(await read(seller, id)).toMatchObject({
      description: 'My words.',
      brief: { described: false },
    })
    await edit(seller, id, { description: null })
    expect((await read(seller, id)).brief?.described).toBe(true)
  })

  test('continue their numbering when a brief is removed and written again', async () => {
    const seller = await buildSeller(api.pool)
    const { id } = (await post(seller)).body
    await edit(seller, id, { brief: null })
    const page = await read(seller, id)
    expect(page.brief).toBeNull()
    expect(page.description).toContain('What you deliver')
    await edit(seller, id, { brief })
    expect((await read(seller, id)).brief?.version).toBe(2)
  })

  test('are limited in number; at the limit, saving an unchanged brief still succeeds', async () => {
    const seller = await buildSeller(api.pool)
    const { id } = (await post(seller)).body
    await api.pool.query(
      `insert into project_briefs (project_id, version, brief, hash, created_at)
        select project_id, $2, brief, hash, created_at from project_briefs where project_id = $1`,
      [id, BRIEF_LIMITS.versions],
    )
    expectRefusal(
      await edit(seller, id, { brief: { ...brief, rounds: 0 } }),
      'brief.too_many_versions',
    )
    expect((await edit(seller, id, { brief })).status).toBe(200)
  })

  test('have a hash that does not depend on the order of the brief’s keys', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe(
      '{"a":true,"b":[1,{"c":"x","d":null}]}',
    )
  })
})

describe('the agreed version', () => {
  test('is the version current at acceptance, with the time of the acceptance', async () => {
    const { seller, creator, id, application } = await applied()
    await edit(seller, id, { brief: { ...brief, rounds: 3 } })
    await accept(seller, application.id)
    const page = await read(creator, id)
    expect(page.brief).toMatchObject({ version: 2, agreed_at: page.timeline.accepted_at })
    const { rows } = await api.pool.query('select brief_version from applications where id = $1', [
      application.id,
    ])
    expect(rows).toEqual([{ brief_version: 2 }])
  })

  test('cannot be changed or taken away; saving it unchanged is fine', async () => {
    const { seller, id, application } = await applied()
    await accept(seller, application.id)
    expectRefusal(await edit(seller, id, { brief: { ...brief, rounds: 3 } }), 'brief.agreed')
    expectRefusal(await edit(seller, id, { brief: null }), 'brief.agreed')
    expectRefusal(await edit(seller, id, { description: 'Other words.' }), 'project.not_editable')
    const same = { brief, description: null, product_details: 'Ship to the studio.' }
    expect((await edit(seller, id, same)).status).toBe(200)
    expect(await versions(id)).toHaveLength(1)
  })

  test('does not exist for a project without a brief, and cannot be added afterwards', async () => {
    const { seller, id, application } = await applied({ brief: null, description: 'One reel.' })
    await accept(seller, application.id)
    expectRefusal(await edit(seller, id, { brief }), 'brief.agreed')
    expect((await read(seller, id)).brief).toBeNull()
  })

  test('is consistent when an edit and an acceptance run concurrently in two processes', async () => {
    const other = createPool(api.deps.config.databaseUrl)
    const outcomes = new Set<string>()
    for (let round = 0; round < 8; round++) {
      const { seller, creator, id, application } = await applied()
      const viewer = await viewerOf(seller)
      const edited = { ...brief, rounds: 4 }
      const editing = () =>
        updateProject({ ...api.deps, pool: other }, viewer, id, { brief: edited }, new Date())
      const accepting = () => acceptApplication(api.deps, viewer, application.id)
      const both = round % 2 === 0 ? [editing(), accepting()] : [accepting(), editing()]
      const refused = (await Promise.allSettled(both)).flatMap((one) =>
        one.status === 'rejected' ? [(one.reason as { code?: string }).code] : [],
      )
      const page = await read(creator, id)
      const { rows } = await api.pool.query(
        'select brief_version from applications where id = $1',
        [application.id],
      )
      expect(page.status).toBe('in_progress')
      expect(rows).toEqual([{ brief_version: page.brief?.version }])
      const won = refused.length === 0
      expect(refused).toEqual(won ? [] : ['brief.agreed'])
      expect(page.brief).toMatchObject({ version: won ? 2 : 1, brief: { rounds: won ? 4 : 2 } })
      expect(await versions(id)).toHaveLength(won ? 2 : 1)
      outcomes.add(won ? 'edit first' : 'accept first')
    }
    await other.end()
    expect(outcomes.size).toBeGreaterThan(0)
  })
})
