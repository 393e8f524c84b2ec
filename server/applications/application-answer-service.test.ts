import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { execute, oneRow, raw, sql } from '#server/db/sql.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  buildOffer,
  type BuiltUser,
  buildCreator,
  buildProject,
  buildSeller,
} from '#tests/support/builders.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { mailsTo, refreshedPeople } from '#tests/support/jobs.ts'
import { waitingForLocks } from '#tests/support/lock-waiters.ts'
import { expectRefusal } from '#tests/support/refusals.ts'

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

describe('accepting', () => {
  test('previews its effects: the number of other applicants, the amount to fund, and the creator’s works', async () => {
    const project = await buildProject(api.pool)
    const chosen = await buildApplication(api.pool, { project })
    const works = ['https://maya.example/one.jpg', 'https://maya.example/two.jpg']
    await api.pool.query(`update profiles set portfolio_urls = $1 where id = $2`, [
      works,
      chosen.creator.id,
    ])
    await buildApplication(api.pool, { project })
    const turnedDown = await buildApplication(api.pool, { project })
    await answer(project.seller, 'reject', turnedDown.id)
    const ask = (as: BuiltUser) =>
      api.call(as, 'applications.accepting', { params: { id: chosen.id } })
    const { body } = await ask(project.seller)
    expect(body).toEqual({ others: 1, amount: body.amount, works, deadline_over: null })
    const listed = await api.call(project.seller, 'applications.for_project', {
      params: { id: project.id },
    })
    expect(body.amount).toBe(listed.body.find((one) => one.id === chosen.id)?.proposed_price)
    await answer(project.seller, 'accept', chosen.id)
    const filled = await api.pool.query(
      `select 1 from events where project_id = $1 and move = 'fill'`,
      [project.id],
    )
    expect(filled.rowCount).toBe(body.others)
    // Refused as accepting is.
    expectRefusal(await ask(project.seller), 'application.already_answered')
  })

  test('after the deadline names it, unless the two sides agreed on another date', async () => {
    const project = await buildProject(api.pool, { deadline: '2030-06-01' })
    const chosen = await buildApplication(api.pool, { project })
    const deadlineOver = async () => {
      const params = { id: chosen.id }
      return (await api.call(project.seller, 'applications.accepting', { params })).body
        .deadline_over
    }
    try {
      api.setNow(new Date('2030-06-01T23:59:59.999Z'))
      expect(await deadlineOver()).toBeNull()
      api.setNow(new Date('2030-06-02T00:00:00Z'))
      expect(await deadlineOver()).toBe('2030-06-01')
      await buildOffer(api.pool, {
        application: chosen,
        status: 'accepted',
        deliverBy: '2030-07-01',
      })
      expect(await deadlineOver()).toBeNull()
    } finally {
      api.setNow(null)
    }
  })

  test('starts the project, opens the conversation, rejects the other applications and notifies all applicants', async () => {
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
    expect(await mailsTo(api.pool, chosen.creator)).toEqual([
      `You were accepted for “${project.title}”`,
    ])
    expect(await mailsTo(api.pool, other.creator)).toEqual([
      `Your application to “${project.title}”`,
    ])
    expect(await refreshedPeople(api.pool, project.id)).toEqual(
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

  test('is rolled back if any of its writes fails, and a retry succeeds', async () => {
    const project = await buildProject(api.pool)
    const chosen = await buildApplication(api.pool, { project })
    const other = await buildApplication(api.pool, { project })
    await execute(
      api.pool,
      sql`create or replace function break_off() returns trigger language plpgsql as
        'begin raise exception ''the process died''; end'`,
    )
    const standing = () =>
      oneRow(
        api.pool,
        sql`select projects.status as project, chosen.status as chosen, other.status as other,
            (select count(*)::int from conversations where project_id = projects.id) as conversations,
            (select count(*)::int from events where project_id = projects.id) as events
          from projects, applications chosen, applications other
          where projects.id = ${project.id} and chosen.id = ${chosen.id} and other.id = ${other.id}`,
      )
    const before = await standing()
    // The last one breaks off after everything else was written: it answers the other application.
    for (const [table, when] of [
      ['applications', 'true'],
      ['projects', 'true'],
      ['conversations', 'true'],
      ['events', 'true'],
      ['notifications', 'true'],
      ['applications', `new.id = '${other.id}'`],
    ] as const) {
      const trigger = raw(`break_off_here before insert or update on ${table}`)
      await execute(
        api.pool,
        sql`create trigger ${trigger} for each row when (${raw(when)}) execute function break_off()`,
      )
      expectRefusal(await answer(project.seller, 'accept', chosen.id), 'server.failed')
      await execute(api.pool, sql`drop trigger break_off_here on ${raw(table)}`)
      expect(await standing()).toEqual(before)
      for (const { creator } of [chosen, other])
        expect(await mailsTo(api.pool, creator)).toEqual([])
    }
    expect((await answer(project.seller, 'accept', chosen.id)).status).toBe(200)
    expect(await standing()).toMatchObject({ chosen: 'accepted', other: 'rejected' })
  })

  test('shows the accepted creator’s email to both parties, and no other applicant’s', async () => {
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
    expect(await mailsTo(api.pool, creator)).toHaveLength(1)
    const events = await api.pool.query(`select 1 from events where project_id = $1`, [project.id])
    expect(events.rowCount).toBe(2)
  })

  test('reuses an existing conversation', async () => {
    const project = await buildProject(api.pool)
    const { id, creator } = await buildApplication(api.pool, { project })
    await api.pool.query(
      `insert into conversations (project_id, seller_id, creator_id) values ($1, $2, $3)`,
      [project.id, project.seller.id, creator.id],
    )
    expect((await answer(project.seller, 'accept', id)).status).toBe(200)
    const talks = await api.pool.query(
      `select seller_id, creator_id from conversations where project_id = $1`,
      [project.id],
    )
    expect(talks.rows).toEqual([{ seller_id: project.seller.id, creator_id: creator.id }])
  })

  test('is refused once the application is answered or the project is filled or cancelled', async () => {
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

  test('two applications, twenty times concurrently, accepts exactly one', async () => {
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

  test('while others apply leaves no application unanswered', async () => {
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

describe('a creator who is gone', () => {
  /** A project with an application by the creator, and one by someone else. */
  async function applied() {
    const project = await buildProject(api.pool)
    const chosen = await buildApplication(api.pool, { project })
    const other = await buildApplication(api.pool, { project })
    return { project, chosen, other }
  }

  const ask = (as: BuiltUser, id: string) =>
    api.call(as, 'applications.accepting', { params: { id } })

  const ban = (user: BuiltUser, until: string) =>
    execute(api.pool, sql`update auth.users set banned_until = ${until} where id = ${user.id}`)

  test.each(['deleted', 'banned'] as const)(
    'because the account was %s is not hired, and everyone keeps waiting',
    async (how) => {
      const { project, chosen, other } = await applied()
      if (how === 'banned') await ban(chosen.creator, '2100-01-01T00:00:00Z')
      else
        await execute(
          api.pool,
          sql`update auth.users set deleted_at = now() where id = ${chosen.creator.id}`,
        )
      expectRefusal(await ask(project.seller, chosen.id), 'offer.other_side_gone')
      expectRefusal(await answer(project.seller, 'accept', chosen.id), 'offer.other_side_gone')
      expect(await statusOf('projects', project.id)).toBe('active')
      expect(await statusOf('applications', chosen.id)).toBe('pending')
      expect(await statusOf('applications', other.id)).toBe('pending')
      // The other one can be hired, and the one who is gone turned down.
      expect((await answer(project.seller, 'reject', chosen.id)).status).toBe(200)
      expect((await answer(project.seller, 'accept', other.id)).status).toBe(200)
    },
  )

  test('until the last millisecond of a ban is hired from its end on', async () => {
    const { project, chosen } = await applied()
    await ban(chosen.creator, '2030-06-01T12:00:00Z')
    try {
      api.setNow(new Date('2030-06-01T11:59:59.999Z'))
      expectRefusal(await answer(project.seller, 'accept', chosen.id), 'offer.other_side_gone')
      api.setNow(new Date('2030-06-01T12:00:00Z'))
      expect((await ask(project.seller, chosen.id)).status).toBe(200)
      expect((await answer(project.seller, 'accept', chosen.id)).body.status).toBe('accepted')
    } finally {
      api.setNow(null)
    }
  })

  test('since accepting began to wait for the deletion is not hired', async () => {
    const { project, chosen, other } = await applied()
    let reply: ReturnType<typeof answer> | undefined
    await inTransaction(api.pool, async (tx) => {
      // As the deletion does: the person's own row is locked before it is emptied.
      await execute(tx, sql`select from profiles where id = ${chosen.creator.id} for update`)
      reply = answer(project.seller, 'accept', chosen.id)
      await expect.poll(() => waitingForLocks(api.pool)).toBe(1)
      await execute(
        tx,
        sql`update auth.users set deleted_at = now() where id = ${chosen.creator.id}`,
      )
    })
    expect(await reply).toMatchObject({ status: 409, body: { code: 'offer.other_side_gone' } })
    expect(await statusOf('applications', other.id)).toBe('pending')
  })
})

describe('accepting or rejecting', () => {
  test('answers 404 for an unknown id and for another seller’s application', async () => {
    const seller = await buildSeller(api.pool)
    for (const id of ['nonsense', '{00000000-0000-4000-8000-000000000000}', crypto.randomUUID()]) {
      expectRefusal(await answer(seller, 'accept', id), 'request.not_found')
      expectRefusal(await answer(seller, 'reject', id), 'request.not_found')
    }
  })
})
