import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  type BuiltUser,
  buildCreator,
  buildProject,
  buildSeller,
} from '#tests/support/builders.ts'
import { expectInvalid, expectRefusal } from '#tests/support/refusals.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const sound = { message: 'I film in a north-facing kitchen.', proposed_price: 540.5 }
const submit = (as: BuiltUser | null, projectId: string, body: object = sound) =>
  api.call(as, 'applications.submit', { params: { id: projectId }, body })
const answer = (as: BuiltUser | null, move: 'accept' | 'reject', id: string) =>
  api.call(as, `applications.${move}`, { params: { id } })

async function statusOf(table: 'projects' | 'applications', id: string): Promise<string> {
  const found = await api.pool.query(`select status from ${table} where id = $1`, [id])
  return found.rows[0].status
}

async function mailsTo(person: BuiltUser): Promise<string[]> {
  const jobs = await api.pool.query(
    `select payload->>'subject' as subject from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      where tasks.identifier = 'mail.send' and payload->>'to' = $1 order by jobs.id`,
    [person.email],
  )
  return jobs.rows.map((row) => row.subject)
}

async function toldPeople(projectId: string): Promise<string[]> {
  const jobs = await api.pool.query(
    `select jsonb_array_elements_text((payload->'user_ids')::jsonb) as id from graphile_worker._private_jobs jobs
      join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      where tasks.identifier = 'realtime.changed' and payload->>'project_id' = $1`,
    [projectId],
  )
  return jobs.rows.map((row) => row.id)
}

describe('applying', () => {
  test('the application is pending, the seller is told, both lists show it', async () => {
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
    expect(await mailsTo(project.seller)).toEqual([`${creator.name} applied to “${project.title}”`])
    expect(await toldPeople(project.id)).toContain(project.seller.id)
  })

  test('message and price are required, the price at least 1.00 with at most two decimals', async () => {
    const project = await buildProject(api.pool)
    const creator = await buildCreator(api.pool)
    const blank = await submit(creator, project.id, { message: '  ', proposed_price: 5 })
    expect(expectRefusal(blank, 'request.invalid').fields).toEqual({
      message: 'Please fill in all required fields',
    })
    for (const proposed_price of [0, 0.99, -5, 10.005, 1_000_000.01, '20', null]) {
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

  test('nobody applies before their payout account is ready', async () => {
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

  test('nobody applies twice, to what is closed, or to their own project', async () => {
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

  test('twenty clicks at once are one application', async () => {
    // Three rounds: in the first the connections are still being opened, which lines the clicks up.
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
      expect(await mailsTo(project.seller)).toHaveLength(1)
    }
  })
})

describe('accepting', () => {
  test('starts the project, opens the conversation, and answers everybody else, in one step', async () => {
    const project = await buildProject(api.pool)
    const chosen = await buildApplication(api.pool, { project })
    const other = await buildApplication(api.pool, { project })
    const reply = await answer(project.seller, 'accept', chosen.id)
    expect(reply.body).toMatchObject({ id: chosen.id, status: 'accepted' })
    expect(await statusOf('projects', project.id)).toBe('in_progress')
    expect(await statusOf('applications', other.id)).toBe('rejected')
    const talk = await api.pool.query(
      `select seller_id, creator_id from conversations where project_id = $1`,
      [project.id],
    )
    expect(talk.rows).toEqual([{ seller_id: project.seller.id, creator_id: chosen.creator.id }])
    expect(await mailsTo(chosen.creator)).toEqual([`You were accepted for “${project.title}”`])
    expect(await mailsTo(other.creator)).toEqual([`Your application to “${project.title}”`])
    expect(await toldPeople(project.id)).toEqual(
      expect.arrayContaining([project.seller.id, chosen.creator.id, other.creator.id]),
    )
    const events = await api.pool.query(
      `select entity, actor_id, move from events where project_id = $1 order by id`,
      [project.id],
    )
    expect(events.rows).toEqual([
      { entity: 'application', actor_id: project.seller.id, move: 'accept' },
      { entity: 'project', actor_id: null, move: 'start' },
      { entity: 'application', actor_id: null, move: 'fill' },
    ])
  })

  test('shows the two parties each other’s address, and nobody else', async () => {
    const project = await buildProject(api.pool)
    const chosen = await buildApplication(api.pool, { project })
    const other = await buildApplication(api.pool, { project })
    const params = { id: project.id }
    expect((await api.call(project.seller, 'applications.accepted', { params })).body).toBeNull()
    await answer(project.seller, 'accept', chosen.id)
    const received = await api.call(project.seller, 'applications.for_project', { params })
    const emails = new Map(received.body.map((one) => [one.id, one.creator.email]))
    expect(emails).toEqual(
      new Map([
        [chosen.id, chosen.creator.email],
        [other.id, null],
      ]),
    )
    for (const party of [project.seller, chosen.creator]) {
      const accepted = await api.call(party, 'applications.accepted', { params })
      expect(accepted.body).toMatchObject({
        id: chosen.id,
        creator: { email: chosen.creator.email },
      })
    }
  })

  test('again by the same seller changes nothing, records nothing and sends nothing', async () => {
    const project = await buildProject(api.pool)
    const { id, creator } = await buildApplication(api.pool, { project })
    const first = await answer(project.seller, 'accept', id)
    const again = await answer(project.seller, 'accept', id)
    expect(again).toEqual(first)
    expect(await mailsTo(creator)).toHaveLength(1)
    const events = await api.pool.query(`select 1 from events where project_id = $1`, [project.id])
    expect(events.rowCount).toBe(2)
  })

  test('finds the conversation the two already had', async () => {
    const project = await buildProject(api.pool)
    const { id, creator } = await buildApplication(api.pool, { project })
    await api.pool.query(
      `insert into conversations (project_id, seller_id, creator_id) values ($1, $2, $3)`,
      [project.id, project.seller.id, creator.id],
    )
    expect((await answer(project.seller, 'accept', id)).status).toBe(200)
  })

  test('is refused once answered, filled or cancelled', async () => {
    const rejected = await buildApplication(api.pool, { status: 'rejected' })
    const owner = {
      id: (
        await api.pool.query(`select seller_id from projects where id = $1`, [rejected.project_id])
      ).rows[0].seller_id,
    }
    expectRefusal(
      await api.call(owner, 'applications.accept', { params: { id: rejected.id } }),
      'application.already_answered',
    )
    for (const [status, code] of [
      ['in_progress', 'application.project_filled'],
      ['completed', 'application.project_filled'],
      ['cancelled', 'project.closed'],
    ] as const) {
      const project = await buildProject(api.pool, { status })
      const { id } = await buildApplication(api.pool, { project })
      expectRefusal(await answer(project.seller, 'accept', id), code)
      expect(await statusOf('applications', id)).toBe('pending')
    }
  })

  test('of two applications, twenty times at once, accepts exactly one', async () => {
    for (let round = 0; round < 3; round += 1) {
      const project = await buildProject(api.pool)
      const pair = [
        await buildApplication(api.pool, { project }),
        await buildApplication(api.pool, { project }),
      ]
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          answer(project.seller, 'accept', pair[n % 2]?.id ?? ''),
        ),
      )
      const statuses = await Promise.all(pair.map(({ id }) => statusOf('applications', id)))
      expect(statuses.toSorted()).toEqual(['accepted', 'rejected'])
      const accepted = replies.filter(({ status }) => status === 200)
      expect(new Set(accepted.map(({ body }) => body.id)).size).toBe(1)
      expect(accepted).toHaveLength(10)
      for (const reply of replies.filter(({ status }) => status !== 200)) {
        expectRefusal(reply, 'application.already_answered')
      }
    }
  })

  test('and applying at the same moment leave nobody waiting', async () => {
    for (let round = 0; round < 5; round += 1) {
      const project = await buildProject(api.pool)
      const chosen = await buildApplication(api.pool, { project })
      const creators = await Promise.all(Array.from({ length: 4 }, () => buildCreator(api.pool)))
      await Promise.all([
        ...creators.slice(0, 2).map((creator) => submit(creator, project.id)),
        answer(project.seller, 'accept', chosen.id),
        ...creators.slice(2).map((creator) => submit(creator, project.id)),
      ])
      const waiting = await api.pool.query(
        `select 1 from applications where project_id = $1 and status = 'pending'`,
        [project.id],
      )
      expect(waiting.rowCount).toBe(0)
    }
  })
})

describe('rejecting', () => {
  test('tells the creator once, leaves the project open, and repeats quietly', async () => {
    const project = await buildProject(api.pool)
    const { id, creator } = await buildApplication(api.pool, { project })
    const first = await answer(project.seller, 'reject', id)
    expect(first.body.status).toBe('rejected')
    expect(await answer(project.seller, 'reject', id)).toEqual(first)
    expect(await mailsTo(creator)).toHaveLength(1)
    expect(await statusOf('projects', project.id)).toBe('active')
    expectRefusal(await answer(project.seller, 'accept', id), 'application.already_answered')
  })

  test('is refused for an accepted one and for one the system filled', async () => {
    const project = await buildProject(api.pool)
    const chosen = await buildApplication(api.pool, { project })
    const other = await buildApplication(api.pool, { project })
    await answer(project.seller, 'accept', chosen.id)
    expectRefusal(await answer(project.seller, 'reject', chosen.id), 'application.already_answered')
    expectRefusal(await answer(project.seller, 'reject', other.id), 'application.already_answered')
  })

  test('and accepting at once end in one answer', async () => {
    const project = await buildProject(api.pool)
    const { id } = await buildApplication(api.pool, { project })
    const replies = await Promise.all([
      answer(project.seller, 'reject', id),
      answer(project.seller, 'accept', id),
    ])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('an id that is none, or nobody’s, does not exist', async () => {
    const seller = await buildSeller(api.pool)
    for (const id of ['nonsense', '{00000000-0000-4000-8000-000000000000}', crypto.randomUUID()]) {
      expectRefusal(await answer(seller, 'accept', id), 'request.not_found')
      expectRefusal(await answer(seller, 'reject', id), 'request.not_found')
    }
  })
})
