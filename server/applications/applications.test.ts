import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  type BuiltUser,
  buildCreator,
  buildProject,
} from '#tests/support/builders.ts'
import { mailsTo, refreshedPeople } from '#tests/support/jobs.ts'
import { expectInvalid, expectRefusal } from '#tests/support/refusals.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const sound = { message: 'I film in a north-facing kitchen.', proposed_price: 540.5 }
const submit = (as: BuiltUser | null, projectId: string, body: object = sound) =>
  api.call(as, 'applications.submit', { params: { id: projectId }, body })

describe('applying', () => {
  test('creates a pending application, notifies the seller, and appears in both lists', async () => {
    const project = await buildProject(api.pool)
    const creator = await buildCreator(api.pool)
    const sent = await submit(creator, project.id, { ...sound, message: `  ${sound.message} ` })
    expect(sent.body).toMatchObject({
      ...sound,
      status: 'pending',
      creator_id: creator.id,
      project_id: project.id,
    })
    expect(
      (await api.call(creator, 'applications.own', { params: { id: project.id } })).body,
    ).toEqual(sent.body)
    const mine = await api.call(creator, 'applications.mine')
    expect(mine.body).toMatchObject([
      { id: sent.body.id, project: { id: project.id, budget: 600, status: 'active' } },
    ])
    const received = await api.call(project.seller, 'applications.for_project', {
      params: { id: project.id },
    })
    expect(received.body).toMatchObject([
      { id: sent.body.id, creator: { id: creator.id, email: null } },
    ])
    const count = await api.call(creator, 'applications.count', { params: { id: project.id } })
    expect(count.body).toEqual({ count: 1 })
    expect(await mailsTo(api.pool, project.seller)).toEqual([
      `${creator.name} applied to “${project.title}”`,
    ])
    expect(await refreshedPeople(api.pool, project.id)).toContain(project.seller.id)
  })

  test('requires a message and a price of at least 1.00 with at most two decimals', async () => {
    const project = await buildProject(api.pool)
    const creator = await buildCreator(api.pool)
    const blank = await submit(creator, project.id, { message: '  ', proposed_price: 5 })
    expect(expectRefusal(blank, 'request.invalid').fields).toEqual({
      message: 'Please fill in all required fields',
    })
    expect(expectRefusal(await submit(creator, project.id, {}), 'request.invalid').fields).toEqual({
      message: 'Please fill in all required fields',
      proposed_price: 'Please fill in all required fields',
    })
    for (const proposed_price of [0, 0.99, -5, 10.005, 1_000_000, 999_999.991, '20', null]) {
      expectInvalid(
        await submit(creator, project.id, { ...sound, proposed_price }),
        'proposed_price',
      )
    }
    for (const field of ['status', 'creator_id', 'id']) {
      expectInvalid(await submit(creator, project.id, { ...sound, [field]: 'accepted' }), 'body')
    }
    expect((await submit(creator, project.id, { ...sound, proposed_price: 1 })).status).toBe(200)
  })

  test('is refused before the payout account is ready', async () => {
    const project = await buildProject(api.pool)
    const creator = await buildCreator(api.pool, { payoutReady: false })
    const refused = expectRefusal(
      await submit(creator, project.id),
      'application.payout_setup_required',
    )
    expect(refused.message).toBe('Please complete your Stripe Connect setup before applying')
    await api.pool.query(
      `insert into stripe_accounts (user_id, stripe_account_id) values ($1, 'acct_begun')`,
      [creator.id],
    )
    expectRefusal(await submit(creator, project.id), 'application.payout_setup_required')
    await api.pool.query(
      `update stripe_accounts set onboarding_complete = true where user_id = $1`,
      [creator.id],
    )
    expect((await submit(creator, project.id)).status).toBe(200)
  })

  test('is refused a second time, for closed projects, and for the creator’s own project', async () => {
    const project = await buildProject(api.pool)
    const { creator } = await buildApplication(api.pool, { project })
    expectRefusal(await submit(creator, project.id), 'application.already_applied')

    const invited = await buildProject(api.pool, { status: 'in_progress' })
    await buildApplication(api.pool, { project: invited, creator, status: 'rejected' })
    expectRefusal(await submit(creator, invited.id), 'application.already_applied')
    expectRefusal(
      await submit(creator, (await buildProject(api.pool, { status: 'completed' })).id),
      'request.not_found',
    )

    const both = await buildCreator(api.pool)
    const own = await buildProject(api.pool, { seller: both })
    expectRefusal(await submit(both, own.id), 'application.own_project')
  })

  test('twenty concurrent clicks create one application', async () => {
    // Three rounds: in the first, connections are still being opened, which serializes the clicks.
    for (let round = 0; round < 3; round += 1) {
      const project = await buildProject(api.pool)
      const creator = await buildCreator(api.pool)
      const replies = await Promise.all(
        Array.from({ length: 20 }, () => submit(creator, project.id)),
      )
      expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
      for (const reply of replies.filter(({ status }) => status !== 200)) {
        expectRefusal(reply, 'application.already_applied')
      }
      const count = await api.call(creator, 'applications.count', { params: { id: project.id } })
      expect(count.body.count).toBe(1)
      expect(await mailsTo(api.pool, project.seller)).toHaveLength(1)
    }
  })
})
