import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayWords } from '#contract/notice.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildCreator,
  buildDeal,
  buildOperator,
  buildPayment,
  buildProject,
  buildSeller,
  type BuiltUser,
} from '#tests/support/builders.ts'
import { buildOrder, orderInput } from '#tests/support/packages.ts'
import { expectInvalid, expectRefusal } from '#tests/support/refusals.ts'

let api: TestApi
let operator: BuiltUser

beforeAll(async () => {
  api = await startApi()
  operator = await buildOperator(api.pool)
})
afterAll(() => api.close())

const reason = 'Sold bought followers as their own.'
const sessionsOf = async (id: string) =>
  (await api.pool.query('select id from auth.sessions where user_id = $1', [id])).rowCount
const openSession = (id: string) =>
  api.pool.query(
    `insert into auth.sessions (user_id, refresh_key, refreshed_at) values ($1, $2, now())`,
    [id, Buffer.alloc(32)],
  )
const activity = async () => (await api.call(operator, 'operator.activity')).body.rows

describe('a ban', () => {
  test('ends every session, hides profile and projects, and can be lifted', async () => {
    const seller = await buildSeller(api.pool, 'Bogus Brand')
    const project = await buildProject(api.pool, { seller, title: 'Entirely bogus mugs' })
    const reader = await buildCreator(api.pool)
    await openSession(seller.id)
    const seen = async () => ({
      profile: (await api.call(null, 'profiles.get', { params: { id: seller.id } })).status,
      project: (await api.call(reader, 'projects.get', { params: { id: project.id } })).status,
      found: (await api.call(reader, 'projects.list', { query: { q: 'entirely bogus' } })).body
        .projects.length,
      listed: (await api.call(reader, 'projects.list', {})).body.projects.length,
    })
    expect(await seen()).toEqual({ profile: 200, project: 200, found: 1, listed: 1 })

    const about = { params: { id: seller.id } }
    const banned = await api.call(operator, 'operator.ban', {
      ...about,
      body: { reason, days: null },
    })
    expect(banned).toMatchObject({ status: 200, body: { changed: true, reason } })
    expect(await sessionsOf(seller.id)).toBe(0)
    expect(await seen()).toEqual({ profile: 404, project: 404, found: 0, listed: 0 })
    expect((await api.call(operator, 'operator.person', about)).body).toMatchObject({
      state: 'banned',
      banned_until: null,
      counts: { projects: 1 },
    })
    expect((await api.call(operator, 'operator.project', { params: project })).status).toBe(200)

    await api.call(operator, 'operator.unban', { ...about, body: { reason: 'They explained.' } })
    expect(await seen()).toEqual({ profile: 200, project: 200, found: 1, listed: 1 })
    const again = await api.call(operator, 'operator.unban', { ...about, body: { reason } })
    expect(again.body.changed).toBe(false)
  })

  test('may be temporary, refreshes open pages immediately, and is recorded in the activity and as an event', async () => {
    const person = await buildCreator(api.pool, { name: 'Fay Kerr' })
    const about = { params: { id: person.id } }
    await api.call(operator, 'operator.ban', { ...about, body: { reason, days: 7 } })
    const { body } = await api.call(operator, 'operator.person', about)
    const days = (Date.parse(body.banned_until ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThan(7.1)
    const jobs = await api.pool.query(
      `select 1 from graphile_worker._private_jobs where payload ->> 'user_ids' like '%' || $1 || '%'`,
      [person.id],
    )
    expect(jobs.rowCount).toBe(1)
    expect((await activity())[0]).toMatchObject({
      act: 'ban',
      subject: 'person',
      subject_id: person.id,
      subject_name: 'Fay Kerr',
      reason,
      actor_name: operator.name,
    })
    const { rows } = await api.pool.query(
      `select actor_id, move from events where entity = 'operator_act' order by id desc limit 1`,
    )
    expect(rows).toEqual([{ actor_id: operator.id, move: 'ban' }])
  })

  test('is mailed to the account’s owner with the reason, once per ban, and never to an unconfirmed address', async () => {
    const mailsTo = async (email: string) =>
      (
        await api.pool.query<{ subject: string; text: string; html: string; dedupe_id: string }>(
          `select payload->>'subject' as subject, payload->>'text' as text, payload->>'html' as html,
              payload->>'dedupe_id' as dedupe_id
            from graphile_worker._private_jobs where payload->>'to' = $1 order by id`,
          [email],
        )
      ).rows
    const person = await buildCreator(api.pool)
    const ban = (id: string, body: object) =>
      api.call(operator, 'operator.ban', { params: { id }, body })
    await ban(person.id, { reason: 'Sold <b>bought</b> followers.', days: 7 })
    const [first, ...others] = await mailsTo(person.email)
    expect(others).toEqual([])
    expect(first?.subject).toBe('Your Cartwright account is banned')
    const { body } = await api.call(operator, 'operator.person', { params: { id: person.id } })
    const until = dayWords(body.banned_until?.slice(0, 10) ?? null)
    expect(first?.text).toContain(`cannot sign in until ${until}.`)
    expect(first?.text).toContain('Why: Sold <b>bought</b> followers.')
    expect(first?.text).toContain(api.deps.config.supportEmail)
    expect(first?.html).toContain('Why: Sold &lt;b&gt;bought&lt;/b&gt; followers.')
    // A ban with another end date is a separate ban; a refused request is not a ban.
    await ban(person.id, { reason, days: null })
    await ban(person.id, { reason: ' ', days: null })
    const mails = await mailsTo(person.email)
    expect(mails).toHaveLength(2)
    expect(mails[1]?.text).toContain('cannot sign in.')
    expect(new Set(mails.map(({ dedupe_id }) => dedupe_id)).size).toBe(2)

    const unproven = await buildCreator(api.pool)
    await api.pool.query('update auth.users set email_confirmed_at = null where id = $1', [
      unproven.id,
    ])
    expect((await ban(unproven.id, { reason, days: 7 })).body.changed).toBe(true)
    expect(await mailsTo(unproven.email)).toEqual([])
  })

  test('requires a reason, and a sensible number of days', async () => {
    const person = await buildCreator(api.pool)
    const ban = (body: object) =>
      api.call(operator, 'operator.ban', { params: { id: person.id }, body })
    expectInvalid(await ban({ reason: '  ', days: null }), 'reason')
    expectInvalid(await ban({ reason, days: 0 }), 'days')
    expectInvalid(await ban({ reason, days: 1.5 }), 'days')
    expect((await api.call(operator, 'operator.person', { params: person })).body.state).toBe(
      'active',
    )
  })

  test('is refused for operators and deleted accounts', async () => {
    const ban = (id: string) =>
      api.call(operator, 'operator.ban', { params: { id }, body: { reason, days: null } })
    expectRefusal(await ban(operator.id), 'operator.not_on_operators')
    const gone = await buildCreator(api.pool)
    await api.pool.query('update auth.users set deleted_at = now() where id = $1', [gone.id])
    expectRefusal(await ban(gone.id), 'operator.person_deleted')
    expectRefusal(await ban(randomUUID()), 'request.not_found')
  })
})

describe('people', () => {
  test('are found by part of a name, a company or an address, and by id', async () => {
    const zoe = await buildSeller(api.pool, 'Zoë Quill')
    const found = async (q: string) =>
      (await api.call(operator, 'operator.people', { query: { q } })).body.rows.map(({ id }) => id)
    expect(await found('zoe qu')).toEqual([zoe.id])
    expect(await found('quill goods')).toEqual([zoe.id])
    expect(await found(zoe.email.slice(0, 14).toUpperCase())).toEqual([zoe.id])
    expect(await found(zoe.id.toUpperCase())).toEqual([zoe.id])
    expect(await found('%')).toEqual([])
    expect(await found('z')).toContain(zoe.id)
  })

  test('are paged without gaps, banned ones separately', async () => {
    await api.pool.query(`
      with made as (insert into auth.users (id, email, email_confirmed_at, banned_until)
        select gen_random_uuid(), 'many' || n || '@example.com', now(), case when n % 2 = 0 then 'infinity'::timestamptz end
        from generate_series(1, 120) n returning id, email)
      insert into profiles (id, name, email, role) select id, 'Many', email, 'creator' from made`)
    const all: string[] = []
    let after: string | undefined
    do {
      const { body } = await api.call(operator, 'operator.people', {
        query: { q: 'many', ...(after === undefined ? {} : { after }) },
      })
      all.push(...body.rows.map(({ id }) => id))
      after = body.next ?? undefined
    } while (after !== undefined)
    expect(new Set(all).size).toBe(120)
    const banned = await api.call(operator, 'operator.people', {
      query: { q: 'many', state: 'banned' },
    })
    expect(banned.body.rows.every(({ state }) => state === 'banned')).toBe(true)
    expect(banned.body.next).not.toBeNull()
  })
})

describe('payments', () => {
  test('are found by any of their ids, and shown with ledger, operations and events', async () => {
    const deal = await buildDeal(api.pool, { priceCents: 54_000 })
    const payment = await buildPayment(api.pool, { application: deal.application })
    const charge = `ch_${randomUUID()}`
    await api.pool.query('update payments set stripe_charge_id = $2 where id = $1', [
      payment.id,
      charge,
    ])
    await api.pool.query(
      `with movement as (insert into ledger_movements (payment_id, kind, reference) values ($1, 'hold', $2) returning id)
       insert into ledger_entries (movement_id, payment_id, account, amount)
       select movement.id, $1, account, amount from movement,
         (values ('provider_clearing', 54000), ('escrow', -54000)) entries (account, amount)`,
      [payment.id, charge],
    )
    await api.pool.query(
      `insert into money_ops (payment_id, kind, attempt, idempotency_key, params_hash) values ($1, 'fund', 1, $2, '-')`,
      [payment.id, `fund:${payment.id}:1`],
    )
    await api.pool.query(
      `insert into webhook_events (event_id, type, payload) values ($1, 'charge.succeeded', $2)`,
      [
        `evt_${randomUUID()}`,
        {
          kind: 'charge_succeeded',
          chargeId: charge,
          amountCents: 1_025_500,
          secret: 'whsec_x',
        },
      ],
    )
    for (const q of [payment.id, deal.project.id, deal.application.id, charge]) {
      const { body } = await api.call(operator, 'operator.payments', { query: { q } })
      expect(body.rows.map(({ id }) => id)).toEqual([payment.id])
    }
    const { body } = await api.call(operator, 'operator.payment', { params: { id: payment.id } })
    expect(body).toMatchObject({
      amount: 540,
      creator_amount: 459,
      provider_objects: [{ name: 'Charge', provider_id: charge }],
      balances: [
        { account: 'provider_clearing', amount: 540 },
        { account: 'escrow', amount: -540 },
      ],
      movements: [
        { kind: 'hold', reference: charge, entries: [{ amount: 540 }, { amount: -540 }] },
      ],
      operations: [{ idempotency_key: `fund:${payment.id}:1`, state: 'intended' }],
      webhooks: [{ type: 'charge.succeeded', state: 'waiting' }],
    })
    expect(JSON.stringify(body)).not.toContain('whsec_x')
    // Both sides agreed on less: the console shows the amount held next to the state's words, not the amount charged.
    await api.pool.query(
      `update payments set status = 'held_in_escrow', funded_at = now(), agreed_refund = 14000, returned_part = 14000
        where id = $1`,
      [payment.id],
    )
    const lowered = { status: 'held_in_escrow', amount: 540, state_amount: 400 }
    const list = await api.call(operator, 'operator.payments', { query: { q: payment.id } })
    expect(list.body.rows).toMatchObject([lowered])
    const { body: less } = await api.call(operator, 'operator.payment', {
      params: { id: payment.id },
    })
    expect(less).toMatchObject({ ...lowered, creator_amount: 340, fee_amount: 60 })
    const inbox = await api.call(operator, 'operator.webhooks', { query: { q: charge } })
    expect(inbox.body.rows).toMatchObject([
      {
        facts: [
          { name: 'About', value: 'charge succeeded' },
          { name: 'Charge', value: charge },
          { name: 'Amount', value: '$10,255.00' },
        ],
      },
    ])
  })
})

describe('failed jobs', () => {
  const failed = async (payload: object, as = '') => {
    const { rows } = await api.pool.query<{ id: string }>(
      `select id::text from graphile_worker.add_job('mail.send', $1::json)`,
      [JSON.stringify(payload)],
    )
    const id = rows[0]?.id ?? ''
    await api.pool.query(
      `update graphile_worker._private_jobs set last_error = 'ECONNREFUSED', ${as || 'attempts = max_attempts'} where id = $1`,
      [id],
    )
    return id
  }

  test('are listed with their last error and without a mail’s content', async () => {
    const id = await failed({ to: 'maya@example.com', subject: 'Secret', text: 'Your code: QZX' })
    const { body } = await api.call(operator, 'operator.jobs', { query: { state: 'given_up' } })
    const job = body.rows.find((row) => row.id === id)
    expect(job).toMatchObject({
      task: 'mail.send',
      last_error: 'ECONNREFUSED',
      facts: [{ name: 'To', value: 'maya@example.com' }],
    })
    expect(JSON.stringify(body)).not.toMatch(/Secret|QZX/)
  })

  test('run immediately when retried, but not while a worker holds them', async () => {
    const id = await failed({ to: 'maya@example.com' })
    const retry = (number: string) =>
      api.call(operator, 'operator.retry_job', {
        params: { number },
        body: { reason: 'SMTP is back.' },
      })
    expect((await retry(id)).body.changed).toBe(true)
    const { rows } = await api.pool.query(
      'select attempts, run_at <= now() as due from graphile_worker._private_jobs where id = $1',
      [id],
    )
    expect(rows).toEqual([{ attempts: 0, due: true }])
    const held = await failed({ to: 'x@example.com' }, `locked_at = now(), locked_by = 'w'`)
    expectRefusal(await retry(held), 'operator.job_running')
    expectRefusal(await retry('999999999'), 'request.not_found')
  })

  test('stay with their error when given up', async () => {
    const id = await failed({ to: 'maya@example.com' }, 'attempts = 1')
    await api.call(operator, 'operator.give_up_job', {
      params: { number: id },
      body: { reason: 'The address does not exist.' },
    })
    const { body } = await api.call(operator, 'operator.jobs', { query: { state: 'given_up' } })
    expect(body.rows.find((row) => row.id === id)?.last_error).toBe('ECONNREFUSED')
  })
})

describe('differences', () => {
  test('are taken, noted and resolved once, each recorded as an act', async () => {
    const { rows } = await api.pool.query<{ number: string }>(
      `insert into money_differences (kind, provider_id, detail) values ('charge_unbooked', $1, '5400 cents belong to no payment')
        returning id::text as number`,
      [`ch_${randomUUID()}`],
    )
    const about = { params: { number: rows[0]?.number ?? '' } }
    expect((await api.call(operator, 'operator.take_difference', about)).body.changed).toBe(true)
    expect((await api.call(operator, 'operator.take_difference', about)).body.changed).toBe(false)
    await api.call(operator, 'operator.note_difference', { ...about, body: { reason: 'Asked.' } })
    const row = async () =>
      (await api.call(operator, 'operator.differences')).body.rows.find(
        ({ id }) => id === about.params.number,
      )
    expect(await row()).toMatchObject({ own: true, owner_name: operator.name, note: 'Asked.' })
    const resolve = () =>
      api.call(operator, 'operator.resolve_difference', {
        ...about,
        body: { reason: 'A test charge.' },
      })
    expect((await resolve()).status).toBe(200)
    expect(await row()).toMatchObject({ note: 'A test charge.' })
    expectRefusal(await resolve(), 'operator.difference_resolved')
    expect((await activity()).slice(0, 3).map(({ act }) => act)).toEqual([
      'resolve_difference',
      'note_difference',
      'take_difference',
    ])
  })
})

test('an applied webhook event can be queued to be applied again', async () => {
  const event = `evt_${randomUUID()}`
  const { rows } = await api.pool.query<{ number: string }>(
    `insert into webhook_events (event_id, type, payload, applied_at) values ($1, 'payout.paid', '{}', now())
      returning number::text`,
    [event],
  )
  await api.call(operator, 'operator.apply_webhook', {
    params: { number: rows[0]?.number ?? '' },
    body: { reason: 'The payout is missing.' },
  })
  const { body } = await api.call(operator, 'operator.webhooks', { query: { q: event } })
  expect(body.rows).toMatchObject([{ id: event, state: 'waiting' }])
  const jobs = await api.pool.query(
    `select 1 from graphile_worker._private_jobs where payload ->> 'event_id' = $1`,
    [event],
  )
  expect(jobs.rowCount).toBe(1)
})

test('operators’ acts cannot be changed or removed', async () => {
  for (const change of ['update operator_acts set why = null', 'delete from operator_acts'])
    await expect(api.pool.query(change)).rejects.toThrow('append-only')
})

test('a project created by an order shows the order, without the message written with it', async () => {
  const [seller, creator] = [await buildSeller(api.pool), await buildCreator(api.pool)]
  const order = await buildOrder(api.pool, { seller, creator })
  const params = { id: order.project_id }
  const { body } = await api.call(operator, 'operator.project', { params })
  expect(body.orders).toMatchObject([
    { id: order.id, creator: { id: creator.id }, price: 180, status: 'waiting', fund_by: null },
  ])
  expect(JSON.stringify(body.orders)).not.toContain(orderInput().words)
})
