import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ACCOUNT_LOG_DAYS } from '#contract/account-log.ts'
import { KEPT_FOR, type PeriodName } from '#contract/retention.ts'
import { RING_MONTHS } from '#contract/rings.ts'
import { SHIPPING_LIMITS } from '#contract/shipping.ts'
import { UNDELIVERED_DAYS, UNFINISHED_UPLOAD_MS } from '#contract/uploads.ts'
import { DELIVERY_COUNT_DAYS } from '#contract/webhook-deliveries.ts'
import { HOUR_MS } from '#server/clocks/days.ts'
import { execute, maybeRow, oneRow, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import {
  buildApplication,
  buildCreator,
  buildDeal,
  buildFile,
  buildGuestLink,
  buildInvitation,
  buildMessage,
  buildPayment,
  buildProject,
  buildSeller,
} from '#tests/support/builders.ts'
import { buildOrder } from '#tests/support/packages.ts'
import { buildReport } from '#tests/support/reports.ts'
import { BATCH, forgetAll } from './forget-past.ts'
import { DAILY, SHORT_LIVED } from './forgetting-rules.ts'
import { KEPT_TABLES } from './kept-tables.ts'
import { enforceRetention, retentionTasks } from './retention-tasks.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** Midnight, because rows dated by day count from the start of the day. */
const BEGUN = new Date('2031-03-01T00:00:00Z')

/** The moment when a period that began at BEGUN is over. */
async function endOf(period: PeriodName): Promise<Date> {
  const { at } = await oneRow<{ at: string }>(
    api.pool,
    sql`select ${BEGUN}::timestamptz + ${KEPT_FOR[period].period}::interval as at`,
  )
  return new Date(at)
}

/** Runs all automatic deletions as of a moment, with the rights of the serving role. */
async function runAt(moment: Date): Promise<void> {
  await forgetAll(api.deps.pool, SHORT_LIVED, moment)
  await enforceRetention({ pool: api.deps.pool, clock: () => moment })
}

/** Plants something whose period begins at BEGUN. The statement finds it as long as it is stored. */
type Plant = () => Promise<Statement>

const AT_BEGUN = sql`${BEGUN}::timestamptz`
const bytes = (count: number) => randomBytes(count)
const bucket =
  (table: string): Plant =>
  async () => {
    const key = randomUUID()
    const name = raw(`auth.${table}`)
    await execute(
      api.pool,
      sql`insert into ${name} (key, tokens, refilled_at) values (${key}, 1, ${BEGUN})`,
    )
    return sql`select from ${name} where key = ${key}`
  }
const session = async (column: 'refreshed_at' | 'not_after') => {
  const { id } = await buildSeller(api.pool)
  const unused = column === 'refreshed_at' ? BEGUN : new Date('2099-01-01')
  await execute(
    api.pool,
    sql`insert into auth.sessions (user_id, refresh_key, refreshed_at, not_after, ip)
      values (${id}, ${bytes(32)}, ${unused}, ${column === 'not_after' ? BEGUN : null}, '203.0.113.7')`,
  )
  return sql`select from auth.sessions where user_id = ${id}`
}

/** One for each rule, keyed by its table and period, and one for each step of its own. */
const PLANTS: Readonly<Record<string, Plant>> = {
  'auth.rate_buckets: limits': bucket('rate_buckets'),
  'auth.guess_buckets: limits': bucket('guess_buckets'),
  'auth.mail_sends: limits': async () => {
    const hash = bytes(32)
    await execute(
      api.pool,
      sql`insert into auth.mail_sends (kind, address_hash, sent_at) values ('recovery', ${hash}, ${AT_BEGUN})`,
    )
    return sql`select from auth.mail_sends where address_hash = ${hash}`
  },
  'auth.flow_states: ended_attempts': async () => {
    const { id } = await oneRow<{ id: string }>(
      api.pool,
      sql`insert into auth.flow_states (method, created_at, expires_at) values ('google', ${AT_BEGUN}, ${AT_BEGUN}) returning id`,
    )
    return sql`select from auth.flow_states where id = ${id}`
  },
  'auth.challenges: ended_attempts': async () => {
    const user = await buildSeller(api.pool)
    const { id } = await oneRow<{ id: string }>(
      api.pool,
      sql`with factor as (
          insert into auth.factors (user_id, factor_type, sealed_secret, created_at, updated_at)
          values (${user.id}, 'totp', 'x', ${AT_BEGUN}, ${AT_BEGUN}) returning id)
        insert into auth.challenges (factor_id, ip, created_at, expires_at)
          select id, '203.0.113.7', ${AT_BEGUN}, ${AT_BEGUN} from factor returning id`,
    )
    return sql`select from auth.challenges where id = ${id}`
  },
  'auth.passkey_challenges: ended_attempts': async () => {
    const hash = bytes(32)
    await execute(
      api.pool,
      sql`insert into auth.passkey_challenges (purpose, challenge_hash, ip, created_at, expires_at)
        values ('sign_in', ${hash}, '203.0.113.7', ${AT_BEGUN}, ${AT_BEGUN})`,
    )
    return sql`select from auth.passkey_challenges where challenge_hash = ${hash}`
  },
  'auth.one_time_tokens: ended_attempts': async () => {
    const { id, email } = await buildSeller(api.pool)
    await execute(
      api.pool,
      sql`insert into auth.one_time_tokens (user_id, kind, email, token_hash, created_at, expires_at)
        values (${id}, 'recovery', ${email}, ${bytes(32)}, ${AT_BEGUN}, ${AT_BEGUN})`,
    )
    return sql`select from auth.one_time_tokens where user_id = ${id}`
  },
  'auth.not_me_links: ended_attempts': async () => {
    const { id } = await buildSeller(api.pool)
    await execute(
      api.pool,
      sql`insert into auth.not_me_links (token_hash, user_id, created_at, expires_at)
        values (${bytes(32)}, ${id}, ${AT_BEGUN}, ${AT_BEGUN})`,
    )
    return sql`select from auth.not_me_links where user_id = ${id}`
  },
  'page_presence: page_presence': async () => {
    const id = randomUUID()
    await execute(
      api.pool,
      sql`insert into page_presence (user_id, path, seen_at) values (${id}, '/messages', ${AT_BEGUN})`,
    )
    return sql`select from page_presence where user_id = ${id}`
  },
  'account_log: account_log': async () => {
    const { id } = await buildSeller(api.pool)
    await execute(
      api.pool,
      sql`insert into account_log (profile_id, act, network, created_at)
        values (${id}, 'signed_in', '203.0.113.0/24', ${AT_BEGUN})`,
    )
    return sql`select from account_log where profile_id = ${id}`
  },
  'former_addresses: former_addresses': async () => {
    const { id } = await buildSeller(api.pool)
    await execute(
      api.pool,
      sql`insert into former_addresses (profile_id, email, left_at) values (${id}, 'old@example.com', ${AT_BEGUN})`,
    )
    return sql`select from former_addresses where profile_id = ${id}`
  },
  'sent_mails: sent_mails': async () => {
    const id = randomUUID()
    await execute(
      api.pool,
      sql`insert into sent_mails (dedupe_id, sent_at) values (${id}, ${AT_BEGUN})`,
    )
    return sql`select from sent_mails where dedupe_id = ${id}`
  },
  'graphile_worker._private_jobs: failed_mails': async () => {
    const key = randomUUID()
    await enqueue(api.pool, 'mail.send', { to: 'ada@example.com', sealed: 'a link' }, { key })
    await execute(
      api.pool,
      sql`update graphile_worker._private_jobs set attempts = max_attempts, created_at = ${AT_BEGUN} where key = ${key}`,
    )
    return sql`select from graphile_worker._private_jobs where key = ${key}`
  },
  'review_guest_links: guest_links': async () => {
    const { id } = await buildGuestLink(api.pool, { project: await buildProject(api.pool) })
    await execute(
      api.pool,
      sql`update review_guest_links set expires_at = '2099-01-01', revoked_at = ${AT_BEGUN} where id = ${id}`,
    )
    return sql`select from review_guest_links where id = ${id}`
  },
  'account_marks: account_marks': async () => {
    const { id } = await buildSeller(api.pool)
    await execute(
      api.pool,
      sql`insert into account_marks (profile_id, kind, mark, seen_on)
        values (${id}, 'card', ${bytes(16)}, (${AT_BEGUN} at time zone 'UTC')::date)`,
    )
    return sql`select from account_marks where profile_id = ${id}`
  },
  'notifications: notices': async () => {
    const { id } = await buildSeller(api.pool)
    await execute(
      api.pool,
      sql`insert into notifications (user_id, cause, notice, audience, kind, facts, page, created_at)
        values (${id}, 'event:1', 'application.submit', 'seller', 'applications', '{}', '/dashboard', ${AT_BEGUN})`,
    )
    return sql`select from notifications where user_id = ${id}`
  },
  'auth.sessions: unused_sessions': () => session('refreshed_at'),
  'auth.sessions: ended_sessions': () => session('not_after'),
  'reports: reports': async () => {
    const [reporter, about] = [await buildSeller(api.pool), await buildCreator(api.pool)]
    const { id } = await buildReport(api.pool, { reporter, about })
    await execute(
      api.pool,
      sql`update reports set status = 'dismissed', closed_at = ${AT_BEGUN}, body = 'They wrote to me.' where id = ${id}`,
    )
    return sql`select from reports where id = ${id} and seen <> '' and body <> ''`
  },
  'applications: came_to_nothing': async () => {
    const { id } = await buildApplication(api.pool)
    await execute(
      api.pool,
      sql`update applications set status = 'rejected', reject_note = 'Not this time.', created_at = ${AT_BEGUN} where id = ${id}`,
    )
    return sql`select from applications where id = ${id} and message <> '' and reject_note is not null`
  },
  'webhook_deliveries: webhook_deliveries': async () => {
    await execute(
      api.pool,
      sql`insert into webhook_deliveries (counted_on, outcome, deliveries, first_at, last_at)
        values (${'2031-03-01'}, 'wrong_signature', 7, ${AT_BEGUN}, ${AT_BEGUN})`,
    )
    return sql`select from webhook_deliveries where counted_on = ${'2031-03-01'}`
  },
  'project_invitations: came_to_nothing': async () => {
    const { id } = await buildInvitation(api.pool, { status: 'declined' })
    await execute(
      api.pool,
      sql`update project_invitations set updated_at = ${AT_BEGUN} where id = ${id}`,
    )
    return sql`select from project_invitations where id = ${id} and message <> ''`
  },
  'package_orders: came_to_nothing': async () => {
    const [seller, creator] = [await buildSeller(api.pool), await buildCreator(api.pool)]
    const { id } = await buildOrder(api.pool, { seller, creator })
    await execute(
      api.pool,
      sql`update package_orders set status = 'declined', answered_at = ${AT_BEGUN}, question = 'Which mug?' where id = ${id}`,
    )
    return sql`select from package_orders where id = ${id} and words <> '' and question is not null`
  },
  'conversations: conversations': async () => {
    const { conversation, creator } = await buildDeal(api.pool)
    await buildMessage(api.pool, { conversation, sender: creator })
    await execute(
      api.pool,
      sql`update conversations set updated_at = ${AT_BEGUN} where id = ${conversation.id}`,
    )
    return sql`select from messages where conversation_id = ${conversation.id}`
  },
  'conversations: conversations_of_no_one': async () => {
    const { conversation, creator, seller } = await buildDeal(api.pool)
    await buildMessage(api.pool, { conversation, sender: creator })
    await execute(
      api.pool,
      sql`update conversations set updated_at = ${AT_BEGUN} where id = ${conversation.id}`,
    )
    await execute(
      api.pool,
      sql`update auth.users set email = null, deleted_at = case id when ${creator.id} then ${AT_BEGUN} - interval '1 year' else ${AT_BEGUN} end
        where id in (${seller.id}, ${creator.id})`,
    )
    return sql`select from messages where conversation_id = ${conversation.id}`
  },
  'auth.users: unconfirmed_accounts': async () => {
    const { id } = await buildSeller(api.pool)
    await execute(api.pool, sql`update profiles set shown_from = null where id = ${id}`)
    await execute(
      api.pool,
      sql`update auth.users set email_confirmed_at = null, created_at = ${AT_BEGUN} where id = ${id}`,
    )
    return sql`select from auth.users left join profiles using (id) where auth.users.id = ${id}`
  },
}

/** Steps that are not a rule of a single table. */
const OWN_STEPS = [
  'conversations: conversations',
  'conversations: conversations_of_no_one',
  'auth.users: unconfirmed_accounts',
]

const inPublic = (table: string) => (table.includes('.') ? table : `public.${table}`)

test('every table states how long it is kept, and every entry has a table', async () => {
  const client = new pg.Client({ connectionString: inject('templateDatabaseUrl') })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
      where table_schema in ('public', 'auth') and table_type = 'BASE TABLE'`,
  )
  await client.end()
  expect(Object.keys(KEPT_TABLES).toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
  const parents = Object.values(KEPT_TABLES).flatMap((one) =>
    one.kept === 'with' ? [one.table] : [],
  )
  expect(parents.filter((table) => KEPT_TABLES[table] === undefined)).toEqual([])
})

test('every period belongs to a table, and the rule or file that enforces it exists', () => {
  const enforcers = new Set([
    ...Object.keys(PLANTS),
    'server/uploads/cleanup.ts',
    'server/shipping/shipping-clock.ts',
  ])
  const named = Object.entries(KEPT_TABLES).flatMap(([table, one]) =>
    one.kept === 'for a time'
      ? one.periods.map((period) => one.by ?? `${table.replace('public.', '')}: ${period}`)
      : [],
  )
  expect(named.filter((name) => !enforcers.has(name))).toEqual([])
  expect(named.filter((name) => name.endsWith('.ts') && !existsSync(name))).toEqual([])
  const used = new Set<string>(
    Object.values(KEPT_TABLES).flatMap((one) => (one.kept === 'for a time' ? one.periods : [])),
  )
  // The queue's tables are not ours.
  used.add('failed_mails')
  // Files: server/logging/log-ages.test.ts.
  used.add('server_logs')
  expect(Object.keys(KEPT_FOR).filter((name) => !used.has(name))).toEqual([])
})

test('periods repeated as constants elsewhere have the same value', () => {
  expect(KEPT_FOR.addresses.period).toBe(`${SHIPPING_LIMITS.addressDays} days`)
  expect(KEPT_FOR.account_log.period).toBe(`${ACCOUNT_LOG_DAYS} days`)
  expect(KEPT_FOR.webhook_deliveries.period).toBe(`${DELIVERY_COUNT_DAYS} days`)
  expect(KEPT_FOR.account_marks.period).toBe(`${RING_MONTHS} months`)
  expect(KEPT_FOR.unused_deliveries.period).toBe(`${UNDELIVERED_DAYS} days`)
  expect(KEPT_FOR.unfinished_uploads.period).toBe(`${UNFINISHED_UPLOAD_MS / HOUR_MS} hours`)
})

test('every rule is tested below, and matches what its table states', () => {
  const ruled = [...SHORT_LIVED, ...DAILY].map(({ table, period }) => `${table}: ${period}`)
  expect(Object.keys(PLANTS).toSorted()).toEqual([...ruled, ...OWN_STEPS].toSorted())
  const stated = Object.entries(KEPT_TABLES).flatMap(([table, one]) =>
    one.kept === 'for a time' ? one.periods.map((period) => `${table}: ${period}`) : [],
  )
  const foreign = ruled.filter((name) => !name.startsWith('graphile_worker.'))
  expect(foreign.map(inPublic).filter((name) => !stated.includes(name))).toEqual([])
})

describe('is kept until its period is over, and no longer:', () => {
  test.each(Object.entries(PLANTS))('%s', async (name, plant) => {
    const found = await plant()
    const end = await endOf(name.split(': ')[1] as PeriodName)
    await runAt(new Date(end.getTime() - 1_000))
    expect(await maybeRow(api.pool, found)).not.toBeNull()
    await runAt(end)
    expect(await maybeRow(api.pool, found)).toBeNull()
    // Once more changes nothing.
    expect(await enforceRetention({ pool: api.deps.pool, clock: () => end })).toEqual({
      forgotten: {},
      isDone: true,
    })
  })
})

describe('a conversation', () => {
  test.each([
    ['is held', sql`status = 'held_in_escrow'`],
    ['is disputed by a bank', sql`status = 'released', disputed = true, dispute_outcome = 'open'`],
  ] as const)('stays while money of its project %s, however old it is', async (_, change) => {
    const { conversation, creator, application } = await buildDeal(api.pool)
    await buildMessage(api.pool, { conversation, sender: creator })
    const payment = await buildPayment(api.pool, { application })
    await api.pool.query(`update payments set ${change.text} where id = $1`, [payment.id])
    const found = sql`select from messages where conversation_id = ${conversation.id}`
    await runAt(new Date('2060-01-01'))
    expect(await maybeRow(api.pool, found)).not.toBeNull()
    await execute(
      api.pool,
      sql`update payments set status = 'refunded', disputed = false, dispute_outcome = null where id = ${payment.id}`,
    )
    await runAt(new Date('2060-01-01'))
    expect(await maybeRow(api.pool, found)).toBeNull()
  })

  test('stays readable while one side still has an account', async () => {
    for (const side of ['seller', 'creator'] as const) {
      const { conversation, [side]: left, creator } = await buildDeal(api.pool)
      await buildMessage(api.pool, { conversation, sender: creator })
      await execute(
        api.pool,
        sql`update auth.users set email = null, deleted_at = now() - interval '1 year' where id = ${left.id}`,
      )
      await runAt(new Date())
      const found = sql`select from messages where conversation_id = ${conversation.id}`
      expect(await maybeRow(api.pool, found)).not.toBeNull()
    }
  })

  test('detaches its files when it is deleted, and leaves those of others alone', async () => {
    const [old, kept] = [await buildDeal(api.pool), await buildDeal(api.pool)]
    const sent: { file: { id: string }; message: { id: string } }[] = []
    for (const { conversation, creator } of [old, kept]) {
      const message = await buildMessage(api.pool, { conversation, sender: creator })
      const file = await buildFile(api.pool, { owner: creator, bucket: 'message-files' })
      await execute(
        api.pool,
        sql`update files set message_id = ${message.id}, message_place = 0 where id = ${file.id}`,
      )
      sent.push({ file, message })
    }
    await execute(
      api.pool,
      sql`update conversations set updated_at = '2061-01-01' where id = ${kept.conversation.id}`,
    )
    await runAt(new Date('2062-01-01'))
    const messageOf = (at: number) =>
      oneRow<{ message_id: string | null }>(
        api.pool,
        sql`select message_id from files where id = ${sent[at]?.file.id}`,
      )
    expect(await messageOf(0)).toEqual({ message_id: null })
    expect(await messageOf(1)).toEqual({ message_id: sent[1]?.message.id })
  })
})

test('a job that moves money or has attempts left is kept, however old it is', async () => {
  const key = randomUUID()
  await enqueue(api.pool, 'mail.send', { to: 'ada@example.com', sealed: 'a link' }, { key })
  await enqueue(api.pool, 'payments.release', { payment_id: key }, { key: `${key}-money` })
  await execute(
    api.pool,
    sql`update graphile_worker._private_jobs set created_at = '2030-01-01',
      attempts = case when key = ${key} then 1 else max_attempts end where key like ${`${key}%`}`,
  )
  await runAt(new Date('2031-01-01'))
  const left = sql`select from graphile_worker._private_jobs where key like ${`${key}%`}`
  expect(await rows(api.pool, left)).toHaveLength(2)
})

test('a locked row is left to the next run, and does not hold up the others', async () => {
  const { id } = await buildSeller(api.pool)
  for (const email of ['a@example.com', 'b@example.com'])
    await execute(
      api.pool,
      sql`insert into former_addresses (profile_id, email, left_at) values (${id}, ${email}, '2030-01-01')`,
    )
  const left = () =>
    rows(api.pool, sql`select email from former_addresses where profile_id = ${id}`)
  await inTransaction(api.pool, async (tx) => {
    await execute(
      tx,
      sql`select from former_addresses where profile_id = ${id} and email = 'a@example.com' for update`,
    )
    await runAt(new Date('2031-01-01'))
    expect(await left()).toEqual([{ email: 'a@example.com' }])
  })
  await runAt(new Date('2031-01-01'))
  expect(await left()).toEqual([])
})

test('a run is limited to a number of batches, and a follow-up run takes the rest', async () => {
  const clock = () => new Date('2031-01-01')
  const plant = () =>
    execute(
      api.pool,
      sql`insert into sent_mails (dedupe_id, sent_at)
        select 'many-' || n, '2030-01-01' from generate_series(1, ${BATCH * 2 + 1}) n`,
    )
  await plant()
  const first = await enforceRetention({ pool: api.deps.pool, clock }, 2)
  expect(first).toEqual({ forgotten: { 'sent_mails: sent_mails': BATCH * 2 }, isDone: false })
  const rest = await enforceRetention({ pool: api.deps.pool, clock }, 2)
  expect(rest).toEqual({ forgotten: { 'sent_mails: sent_mails': 1 }, isDone: true })

  await plant()
  // As the queue runs it, in two concurrent processes: each row is deleted once, and neither process waits for the
  // other.
  const run = retentionTasks({ ...api.deps, clock })['retention.enforce']
  await Promise.all([run(), run()])
  expect(await rows(api.pool, sql`select from sent_mails where dedupe_id like 'many-%'`)).toEqual(
    [],
  )
})

test('a failing step does not hold up the others, and fails the run at the end', async () => {
  await api.pool.query(
    `create function planted() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
    create trigger planted before delete on account_log for each row execute function planted()`,
  )
  const found = await Promise.all([
    PLANTS['account_log: account_log']?.(),
    PLANTS['former_addresses: former_addresses']?.(),
  ])
  await expect(runAt(new Date('2040-01-01'))).rejects.toThrow('1 of')
  const kept = await Promise.all(
    found.filter((one) => one !== undefined).map((one) => rows(api.pool, one)),
  )
  expect(kept.map((one) => one.length)).toEqual([1, 0])
  await api.pool.query('drop trigger planted on account_log; drop function planted')
})
