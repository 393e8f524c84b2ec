import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  type BuiltUser,
  buildCreator,
  buildDeal,
  buildFile,
  buildPayment,
  buildProject,
  buildSeller,
} from '#tests/support/builders.ts'
import { expectHidden, expectInvalid, expectRefusal } from '#tests/support/refusals.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const sound = {
  title: 'Three unboxing reels',
  category: 'home' as const,
  description: 'Vertical, 20 to 40 seconds.',
  budget: 600,
  deadline: '2999-01-31',
  status: 'active' as const,
}
const create = (as: BuiltUser | null, body: object) => api.call(as, 'projects.create', { body })
const act = (
  as: BuiltUser | null,
  key: 'projects.publish' | 'projects.cancel' | 'projects.get',
  id: string,
) => api.call(as, key, { params: { id } })
const edit = (as: BuiltUser, id: string, body: object) =>
  api.call(as, 'projects.update', { params: { id }, body })

describe('posting a project', () => {
  test('a published project is visible to creators immediately, with its pictures', async () => {
    const seller = await buildSeller(api.pool)
    const picture = await buildFile(api.pool, { owner: seller })
    const posted = await create(seller, { ...sound, budget: 540.5, product_images: [picture.url] })
    expect(posted.body).toMatchObject({
      status: 'active',
      budget: 540.5,
      deadline: '2999-01-31',
      product_images: [picture.url],
    })
    const list = await api.call(await buildCreator(api.pool), 'projects.list')
    expect(list.body.projects[0]).toMatchObject({ id: posted.body.id, seller: { id: seller.id } })
  })

  test('a draft is visible to its owner only, until it is published', async () => {
    const seller = await buildSeller(api.pool)
    const creator = await buildCreator(api.pool)
    const draft = await create(seller, { ...sound, status: 'draft' })
    await expectHidden(api, creator, 'projects.get', { params: { id: draft.body.id } })
    const mine = await api.call(seller, 'projects.mine')
    expect(mine.body).toMatchObject([{ id: draft.body.id, status: 'draft', application_count: 0 }])
    expect((await act(seller, 'projects.publish', draft.body.id)).body.status).toBe('active')
    expect((await act(creator, 'projects.get', draft.body.id)).status).toBe(200)
  })

  test('a finished deal names a creator whose account was deleted as gone, to its owner', async () => {
    const { application, project, seller, creator } = await buildDeal(api.pool)
    await api.pool.query(`update projects set status = 'completed' where id = $1`, [project.id])
    const read = async () => (await act(seller, 'projects.get', application.project_id)).body
    expect(await read()).not.toHaveProperty('creator_gone')
    await api.pool.query('update auth.users set deleted_at = now() where id = $1', [creator.id])
    expect(await read()).toMatchObject({ creator: { id: creator.id }, creator_gone: true })
  })

  test('a draft keeps the creator to invite, visible to its owner only; publishing it invites no one', async () => {
    const seller = await buildSeller(api.pool)
    const creator = await buildCreator(api.pool)
    const draft = await create(seller, { ...sound, status: 'draft', to_invite: creator.id })
    const { id } = draft.body
    expect(
      (await api.call(seller, 'projects.get', { params: { id } })).body.to_invite,
    ).toMatchObject({
      id: creator.id,
      name: creator.name,
    })
    await act(seller, 'projects.publish', id)
    expect((await api.call(creator, 'projects.get', { params: { id } })).body.to_invite).toBeNull()
    expect((await api.call(creator, 'invitations.mine')).body).toEqual([])
    for (const nobody of [seller.id, crypto.randomUUID()])
      expectRefusal(
        await create(seller, { ...sound, status: 'draft', to_invite: nobody }),
        'request.not_found',
      )
  })

  test('every missing or wrong field is named', async () => {
    const seller = await buildSeller(api.pool)
    expectInvalid(
      await create(seller, {}),
      'title',
      'category',
      'description',
      'budget',
      'deadline',
      'status',
    )
    expectInvalid(await create(seller, { ...sound, title: ' ' }), 'title')
    expectInvalid(await create(seller, { ...sound, category: 'cars' }), 'category')
    for (const budget of [-1, 1.005, 1_000_001, '600', null]) {
      expectInvalid(await create(seller, { ...sound, budget }), 'budget')
    }
    for (const deadline of ['31.01.2030', '2030-02-30', '0000-01-01']) {
      expectInvalid(await create(seller, { ...sound, deadline }), 'deadline')
    }
    expectInvalid(await create(seller, { ...sound, id: 'new' }), 'id')
    for (const field of ['seller_id', 'created_at', 'hired']) {
      expectInvalid(await create(seller, { ...sound, [field]: seller.id }), 'body')
    }
    expectInvalid(await create(seller, { ...sound, status: 'completed' }), 'status')
  })

  test('takes at most five pictures, all of them the seller’s own uploads', async () => {
    const seller = await buildSeller(api.pool)
    const own = await buildFile(api.pool, { owner: seller })
    const foreign = await buildFile(api.pool, { owner: await buildSeller(api.pool) })
    const six = Array.from({ length: 6 }, () => own.url)
    expectInvalid(await create(seller, { ...sound, product_images: six }), 'product_images')
    const stolen = await create(seller, { ...sound, product_images: [own.url, foreign.url] })
    expect(expectRefusal(stolen, 'upload.not_yours').fields).toEqual({
      product_images: 'Upload failed',
    })
    expect((await api.call(seller, 'projects.mine')).body).toEqual([])
    const five = await Promise.all(
      Array.from({ length: 5 }, () => buildFile(api.pool, { owner: seller })),
    )
    const product_images = five.map(({ url }) => url)
    expect((await create(seller, { ...sound, product_images })).body).toMatchObject({
      product_images,
    })
  })

  test('a project cannot be published with a deadline before today in UTC', async () => {
    const seller = await buildSeller(api.pool)
    api.setNow(new Date('2999-01-31T23:59:59Z'))
    expect((await create(seller, sound)).status).toBe(200)
    api.setNow(new Date('2999-02-01T00:00:00Z'))
    expectRefusal(await create(seller, sound), 'project.deadline_passed')
    const draft = await create(seller, { ...sound, status: 'draft' })
    expect(draft.status).toBe(200)
    const late = await act(seller, 'projects.publish', draft.body.id)
    expect(expectRefusal(late, 'project.deadline_passed').fields).toHaveProperty('deadline')
    api.setNow(null)
  })

  test('publishing again changes nothing; a closed project cannot be published', async () => {
    const project = await buildProject(api.pool)
    expect((await act(project.seller, 'projects.publish', project.id)).body.status).toBe('active')
    for (const status of ['in_progress', 'completed', 'cancelled']) {
      const other = await buildProject(api.pool, { seller: project.seller, status })
      expectRefusal(
        await act(project.seller, 'projects.publish', other.id),
        'project.not_publishable',
      )
    }
  })
})

describe('editing a project', () => {
  test('everything may change until a creator is accepted; absent fields stay', async () => {
    const project = await buildProject(api.pool)
    const picture = await buildFile(api.pool, { owner: project.seller })
    const everything = {
      title: 'Two reels',
      category: 'food',
      description: 'Square.',
      budget: 450.25,
      deadline: '2999-02-28',
      product_details: 'A mug',
      product_images: [picture.url],
    }
    const hiring = { seats: 2, hiring_until: '2999-01-15' }
    const changed = await edit(project.seller, project.id, { ...everything, ...hiring })
    expect(changed.body).toMatchObject({
      ...everything,
      hiring: { wanted: 2, hired: 0, until: '2999-01-15' },
    })
    const emptied = await edit(project.seller, project.id, { product_details: null })
    expect(emptied.body).toEqual({ ...changed.body, product_details: null })
  })

  test('an active project’s deadline can move to today or later; a past one can only be left unchanged', async () => {
    const project = await buildProject(api.pool)
    await api.pool.query(`update projects set deadline = '2020-01-01' where id = $1`, [project.id])
    expect(
      (await edit(project.seller, project.id, { title: 'Late', deadline: '2020-01-01' })).status,
    ).toBe(200)
    expectRefusal(
      await edit(project.seller, project.id, { deadline: '2020-01-02' }),
      'project.deadline_passed',
    )
    api.setNow(new Date('2031-05-02T00:00:00Z'))
    const move = (deadline: string) => edit(project.seller, project.id, { deadline })
    expectRefusal(await move('2031-05-01'), 'project.deadline_passed')
    expect((await move('2031-05-02')).body.deadline).toBe('2031-05-02')
    api.setNow(null)
  })

  test('status and owner cannot be edited', async () => {
    const project = await buildProject(api.pool)
    for (const field of ['status', 'seller_id', 'created_at', 'id']) {
      expectInvalid(await edit(project.seller, project.id, { [field]: 'completed' }), 'body')
    }
  })

  test('once a creator is accepted, details and pictures may only be added', async () => {
    const { project, seller } = await buildDeal(api.pool)
    const first = await buildFile(api.pool, { owner: seller })
    const second = await buildFile(api.pool, { owner: seller })
    await api.pool.query(
      `update projects set product_details = 'A mug.', product_images = $2 where id = $1`,
      [project.id, [first.url]],
    )
    const added = await edit(seller, project.id, {
      title: project.title,
      product_details: 'A mug. Blue glaze.',
      product_images: [first.url, second.url],
    })
    expect(added.body).toMatchObject({
      product_details: 'A mug. Blue glaze.',
      product_images: [first.url, second.url],
    })
    for (const change of [
      { title: 'Four reels' },
      { budget: 1 },
      { deadline: '2031-01-01' },
      { product_details: 'A vase.' },
      { product_details: null },
      { product_images: [second.url] },
    ]) {
      expectRefusal(await edit(seller, project.id, change), 'project.not_editable')
    }
    for (const status of ['completed', 'cancelled']) {
      const closed = await buildProject(api.pool, { seller, status })
      expectRefusal(await edit(seller, closed.id, { product_details: 'More' }), 'project.closed')
    }
  })
})

describe('cancelling a project', () => {
  test('pending applications are rejected and their creators notified; cancelling again changes nothing', async () => {
    const project = await buildProject(api.pool)
    const waiting = await buildApplication(api.pool, { project })
    const first = await act(project.seller, 'projects.cancel', project.id)
    expect(first.body.status).toBe('cancelled')
    expect((await act(project.seller, 'projects.cancel', project.id)).body).toEqual(first.body)
    const own = await api.call(waiting.creator, 'applications.own', { params: { id: project.id } })
    expect(own.body?.status).toBe('rejected')
    const notified = await api.pool.query(`select notice from notifications where user_id = $1`, [
      waiting.creator.id,
    ])
    expect(notified.rows).toEqual([{ notice: 'application.fill' }])
    const events = await api.pool.query(
      `select entity, actor_id, move, from_status, to_status from events where project_id = $1 order by id`,
      [project.id],
    )
    expect(events.rows).toEqual([
      {
        entity: 'project',
        actor_id: project.seller.id,
        move: 'cancel',
        from_status: 'active',
        to_status: 'cancelled',
      },
      {
        entity: 'application',
        actor_id: null,
        move: 'fill',
        from_status: 'pending',
        to_status: 'rejected',
      },
    ])
  })

  test('a running project is cancelled only while no money is held or released', async () => {
    for (const status of ['held_in_escrow', 'released']) {
      const { project, seller, application } = await buildDeal(api.pool)
      await buildPayment(api.pool, { application, status })
      expectRefusal(await act(seller, 'projects.cancel', project.id), 'project.money_held')
    }
    for (const status of ['pending', 'failed', 'refunded']) {
      const { project, seller, application } = await buildDeal(api.pool)
      await buildPayment(api.pool, { application, status })
      expect((await act(seller, 'projects.cancel', project.id)).status).toBe(200)
    }
  })

  test('a completed project stays completed', async () => {
    const project = await buildProject(api.pool, { status: 'completed' })
    expectRefusal(await act(project.seller, 'projects.cancel', project.id), 'project.closed')
  })
})
