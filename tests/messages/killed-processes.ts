import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Message } from '#contract/conversation-schemas.ts'
import { filesColumn } from '#server/conversations/message-store.ts'
import { createPool, type Pool } from '#server/db/pool.ts'
import { rows, sql } from '#server/db/sql.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import {
  peerEnv,
  type ProductProcess,
  productEnv,
  signInAll,
  startProduct,
} from '#tests/support/processes.ts'
import { drill, type DrillReport, type DrillTalk } from './drill.ts'
import type { DrillWorld, TabWorld } from './drill-client.ts'
import { randomOf } from './random.ts'
import { type HeldNews, holdNews } from './held-news.ts'

/** The messages to send, and how often a process is killed meanwhile. */
export interface KilledDrillPlan {
  seed: number
  messages: number
  /** The last kill follows the last message, so that nothing later can repair what it lost. */
  kills: number
  talks: number
  /** Whether the processes send each other messages directly; otherwise they use notifications alone. */
  isDirect: boolean
  say?: (line: string) => void
}

export type KilledDrillReport = DrillReport & {
  kills: number
  /** Read receipts that a kill left without a response: some of them were committed. */
  readsCutOff: number
}

const SELLERS = 20
const CREATORS = 40
const READERS_AT_ONCE = 8
/** Many times longer than the sweep for unpublished messages and receipts needs, in ms. */
const SETTLE_MS = 120_000

/**
 * Runs the drill across two processes of the built product (`dist/` must be built), the first of which is killed again
 * and again. Each kill ends a burst of read receipts that the process has committed but not published. The second
 * process survives all of them: its pages have no reconnect that would repair what they missed.
 */
export async function drillKilledProcesses(
  templateUrl: string,
  plan: KilledDrillPlan,
): Promise<KilledDrillReport> {
  const { messages, kills, say = () => undefined } = plan
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-drill-'))
  const logFile = join(folder, 'processes.log')
  const database = await cloneDatabase(templateUrl)
  const pool = createPool(database.url, 3)
  const env = productEnv(folder)
  const processes: { process: ProductProcess; news: HeldNews }[] = []
  const random = randomOf(plan.seed + 1)
  try {
    const talks = await fill(pool, plan.talks)
    const people = [...new Set(talks.flatMap((one) => one.people))]
    const tokens = await signInAll(env, database.url, people)
    for (const name of ['first', 'second']) {
      const news = await holdNews(database.url)
      const own = plan.isDirect ? { ...env, ...(await peerEnv()) } : env
      processes.push({ process: await startProduct(own, news.url, { name, logFile }), news })
    }
    const urls = processes.map(({ process }) => process.url)
    const attach: DrillWorld['attach'] = (person, talk, count) =>
      storedFiles(pool, person, talk, count)
    const world = { ...worldOf(urls, tokens), attach }
    let killed = 0
    let readsCutOff = 0
    let due = 0
    let killing = Promise.resolve()

    async function kill(): Promise<void> {
      const [victim] = processes
      if (victim === undefined) return
      killed += 1
      const readings = talks.flatMap(({ id, people }) => people.map((person) => ({ id, person })))
      const half = Math.floor(readings.length / 2)
      const killAt = half + random.below(half)
      const dying: Promise<void>[] = []
      victim.news.hold()
      const waiting = readings.entries()
      const reader = async () => {
        for (const [at, { id, person }] of waiting) {
          if (at === killAt) dying.push(victim.process.kill9())
          await world.read(person, id).catch(() => (readsCutOff += 1))
        }
      }
      await Promise.all(Array.from({ length: READERS_AT_ONCE }, reader))
      await Promise.all(dying)
      victim.news.drop()
      await victim.process.start()
    }

    const report = await drill(
      world,
      talks,
      {
        seed: plan.seed,
        messages,
        atOnce: 24,
        settleMs: SETTLE_MS,
        async disturb(sent) {
          if (sent % 1_000 === 0) say(`${sent} of ${messages}`)
          if (sent * kills < (due + 1) * messages) return
          due += 1
          say(`kills a process at ${sent}`)
          // The sender of this one waits for the kill; the others keep sending.
          killing = killing.then(kill)
          await killing
        },
      },
      () => storedMessages(pool),
    )
    return { ...report, kills: killed, readsCutOff }
  } finally {
    for (const { process, news } of processes) {
      await process.stop().catch(() => undefined)
      news.close()
    }
    await pool.end()
    await database.drop().catch(() => undefined)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The stored state that a drill is judged against. */
export const storedMessages = (db: Pool): Promise<Message[]> =>
  rows<Message>(
    db,
    sql`select id, conversation_id, sender_id, seq, content, ${filesColumn}, created_at, read_at from messages
      order by conversation_id, seq`,
  )

/** A person's finished uploads for a conversation, as rows without bytes: the drill sends them and opens none. */
export async function storedFiles(
  db: Pool,
  person: string,
  conversation: string,
  count: number,
): Promise<string[]> {
  const made = await rows<{ id: string }>(
    db,
    sql`insert into files (id, bucket, owner_id, project_id, path, file_name, file_type, size)
      select made.id, 'message-files', ${person}, conversations.project_id, made.id || '.webp', 'shelf.webp', 'image/webp', 1
      from conversations cross join (select gen_random_uuid() as id from generate_series(1, ${count}::int)) made
      where conversations.id = ${conversation} returning id`,
  )
  return made.map(({ id }) => id)
}

/** Every other call goes to the other process; a process that is down counts as a bad network. */
function worldOf(urls: readonly string[], tokens: ReadonlyMap<string, string>): TabWorld {
  let turn = 0
  const tokenOf = (person: string) => tokens.get(person) ?? ''
  async function call<T>(person: string, path: string, body?: unknown): Promise<T> {
    const url = urls[(turn += 1) % urls.length] ?? ''
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
    urls,
    tokenOf,
    send: (person, talk, message) => call(person, `${talk}/messages`, message),
    list: (person, talk, after) => call(person, `${talk}/messages?after=${after}`),
    read: async (person, talk) => {
      await call(person, `${talk}/read`, {})
    },
  }
}

/** People and conversations between random pairs of them. */
async function fill(db: Pool, talks: number): Promise<DrillTalk[]> {
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
          where seller.role = 'seller' and creator.role = 'creator' order by random() limit ${talks}),
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
