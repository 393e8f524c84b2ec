import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Message } from '#contract/conversation-schemas.ts'
import { ensureBuilt } from '#scripts/build.mjs'
import { createPool, type Pool } from '#server/db/pool.ts'
import { rows, sql } from '#server/db/sql.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { startTestPostgres } from '#tests/support/postgres-global.ts'
import {
  type ProductProcess,
  productEnv,
  signInAll,
  startProduct,
} from '#tests/support/processes.ts'
import { drill, type DrillTalk } from './drill.ts'
import type { DrillWorld } from './drill-client.ts'

/**
 * `npm run drill:messages [-- --messages 10000 --seed 1 --kills 4]`: random messages between random pairs over tabs
 * that come and go, across two server processes of the built product, one of which is killed now and then. Prints
 * what was lost, doubled, out of order or seen by a third person; the exit code is 1 when anything was.
 */
const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '4' },
  },
})
const messages = Number(values.messages)
const kills = Number(values.kills)
const SELLERS = 20
const CREATORS = 40
const TALKS = 120
const say = (line: string) => process.stdout.write(`${line}\n`)

await ensureBuilt(process.cwd(), ['server'])
const folder = mkdtempSync(join(tmpdir(), 'cartwright-drill-'))
const logFile = join(folder, 'processes.log')
const postgres = await startTestPostgres()
const database = await cloneDatabase(postgres.templateUrl)
const pool = createPool(database.url, 3)
const env = productEnv(folder)
const processes: ProductProcess[] = []
let code = 1
try {
  const talks = await fill(pool)
  const tokens = await signInAll(env, database.url, [
    ...new Set(talks.flatMap((one) => one.people)),
  ])
  for (const name of ['first', 'second'])
    processes.push(await startProduct(env, database.url, { name, logFile }))
  const every = Math.floor(messages / (kills + 1))
  let killing = false

  const report = await drill(
    worldOf(processes, tokens),
    talks,
    {
      seed: Number(values.seed),
      messages,
      atOnce: 24,
      settleMs: 30_000,
      disturb(sent) {
        if (sent % 1_000 === 0) say(`${sent} of ${messages}`)
        if (kills === 0 || sent % every !== 0 || killing || sent >= messages) return
        const victim = processes[(sent / every) % processes.length]
        if (victim === undefined) return
        killing = true
        say(`killed a process at ${sent}`)
        void victim
          .kill9()
          .then(() => victim.start())
          .finally(() => {
            killing = false
          })
      },
    },
    () =>
      rows<Message>(
        pool,
        sql`select id, conversation_id, sender_id, seq, content, created_at, read_at from messages
          order by conversation_id, seq`,
      ),
  )
  const { faults, ...figures } = report
  say(JSON.stringify(figures))
  for (const fault of faults.slice(0, 20)) say(fault)
  say(
    faults.length === 0
      ? 'Nothing lost, nothing doubled, nothing out of order, nothing seen by a third person.'
      : `${faults.length} faults.`,
  )
  code = faults.length === 0 ? 0 : 1
} finally {
  for (const one of processes) await one.stop().catch(() => undefined)
  await pool.end()
  await database.drop().catch(() => undefined)
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(code)

/** Every other call goes to the other process; one that is down is what a bad network is. */
function worldOf(all: readonly ProductProcess[], tokens: ReadonlyMap<string, string>): DrillWorld {
  let turn = 0
  const tokenOf = (person: string) => tokens.get(person) ?? ''
  async function call<T>(person: string, path: string, body?: unknown): Promise<T> {
    const { url } = all[(turn += 1) % all.length] ?? { url: '' }
    const response = await fetch(`${url}/api/conversations/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${tokenOf(person)}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    })
    if (!response.ok) throw new Error(`answered ${response.status}`)
    return (await response.json()) as T
  }
  return {
    urls: all.map(({ url }) => url),
    tokenOf,
    send: (person, talk, message) => call(person, `${talk}/messages`, message),
    list: (person, talk, after) => call(person, `${talk}/messages?after=${after}`),
    read: async (person, talk) => {
      await call(person, `${talk}/read`, {})
    },
  }
}

/** People and talks between random pairs of them. */
async function fill(db: Pool): Promise<DrillTalk[]> {
  const people = sql`
    with made as (select n, gen_random_uuid() as id from generate_series(1, ${SELLERS + CREATORS}::int) n),
      users as (insert into auth.users (id, email, email_confirmed_at)
        select id, 'drill' || n || '@example.com', now() from made returning id)
    insert into profiles (id, name, email, role)
      select made.id, 'Drill ' || n, 'drill' || n || '@example.com',
        case when n <= ${SELLERS}::int then 'seller' else 'creator' end
      from made join users on users.id = made.id`
  await rows(db, people)
  return (
    await rows<{ id: string; seller_id: string; creator_id: string }>(
      db,
      sql`with pairs as (
          select seller.id as seller_id, creator.id as creator_id
          from profiles seller cross join profiles creator
          where seller.role = 'seller' and creator.role = 'creator' order by random() limit ${TALKS}),
        made as (insert into projects (seller_id, title, description, category, budget, deadline, status)
          select distinct seller_id, 'Drill', 'Drill', 'home', 10000, current_date + 30, 'active' from pairs
          returning id, seller_id)
        insert into conversations (project_id, seller_id, creator_id)
          select made.id, pairs.seller_id, pairs.creator_id
          from pairs join made on made.seller_id = pairs.seller_id
          returning id, seller_id, creator_id`,
    )
  ).map(({ id, seller_id, creator_id }) => ({ id, people: [seller_id, creator_id] }))
}
