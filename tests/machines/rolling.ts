import { setTimeout as pause } from 'node:timers/promises'
import { Upload } from 'tus-js-client'
import { UPLOAD_PATH, type UploadedFile } from '#contract/uploads.ts'
import { until } from '#scripts/processes.ts'
import { createPool } from '#server/db/pool.ts'
import { type DrillClient, openClient } from '#tests/messages/drill-client.ts'
import { randomOf } from '#tests/messages/random.ts'
import { Journal } from '#tests/soak/journal.ts'
import { Line } from '#tests/soak/line.ts'
import { Person, type Town } from '#tests/soak/person.ts'
import { newTally } from '#tests/soak/tally.ts'
import { digest } from '#tests/soak/upload.ts'
import type { Cluster } from './cluster.ts'

export interface RollingPlan {
  /** The number of times every process is replaced. */
  rounds: number
  /** Clients that send one request after another, over persistent connections. */
  clients: number
  sockets: number
  say?: (line: string) => void
}

export interface RollingReport {
  requests: number
  /** Requests that were not answered with 2xx, in words. */
  failed: string[]
  /** How long each process took from SIGTERM to its exit, in ms. */
  drains: number[]
  /** Every other broken promise, in words. */
  faults: string[]
  sent: number
  /** How often sockets reconnected. */
  reconnects: number
  uploaded: number
  /** Work that must be done exactly once, and how often it was done. */
  mailsWanted: number
  mails: number
}

/** The long upload's speed: slow enough to overlap a restart. */
const PIECE_BYTES = 64 * 1024
const PIECE_MS = 60
/** A request that takes longer was lost, not slow, in ms. */
const ANSWERED_WITHIN_MS = 60_000
/** Ends a wait for what never comes, in ms. */
const QUIET_WITHIN_MS = 300_000

/** Replaces every process of a cluster while people read, write, listen and upload through its balancer. */
export async function roll(cluster: Cluster, plan: RollingPlan): Promise<RollingReport> {
  const { url } = cluster.balancer
  const town: Town = {
    line: new Line(url, newTally()),
    journal: new Journal(),
    mail: cluster.mail,
    talks: new Map(),
  }
  const report: RollingReport = {
    requests: 0,
    failed: [],
    drains: [],
    faults: [],
    sent: 0,
    reconnects: 0,
    uploaded: 0,
    mailsWanted: 0,
    mails: 0,
  }
  const seller = await Person.join(town, 'seller', 'seller')
  const creator = await Person.join(town, 'creator', 'creator')
  const { talk, project } = await openDeal(cluster, seller, creator)
  const tabs = openTabs(plan, url, [seller, creator], talk, report)
  const random = randomOf(1)
  const over = { now: false }

  /** Sends one request, which must succeed: nothing is retried here. */
  async function ask(person: Person | null, method: string, path: string, body?: object) {
    report.requests += 1
    try {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...(person === null ? {} : { authorization: `Bearer ${person.token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
      })
      const text = await answer.text()
      if (!answer.ok)
        report.failed.push(`${method} ${path}: ${answer.status} ${text.slice(0, 100)}`)
      return answer.ok
    } catch (error) {
      const { message, cause } = error as Error
      const why = cause instanceof Error ? cause.message : ''
      report.failed.push(`${method} ${path}: ${message} ${why}`)
      return false
    }
  }

  async function client(number: number): Promise<void> {
    const person = number % 2 === 0 ? seller : creator
    for (let turn = 0; !over.now; turn += 1) {
      const kind = (number + turn) % 4
      if (kind === 0) await ask(person, 'GET', '/api/projects')
      else if (kind === 1) await ask(person, 'GET', '/api/profiles/me')
      else if (kind === 2) await ask(person, 'GET', `/api/conversations/${talk}/messages`)
      else {
        const body = { id: random.id(), content: `${number} ${turn}` }
        if (await ask(person, 'POST', `/api/conversations/${talk}/messages`, body)) report.sent += 1
      }
    }
  }

  /** Each creates one mail, sent by a job. */
  async function newcomers(): Promise<void> {
    while (!over.now) {
      const email = `new.${(report.mailsWanted += 1)}@example.com`
      await ask(null, 'POST', '/auth/v1/signup', { email, password: 'sturdy-oak-cart-42' })
      await pause(400)
    }
  }

  const clients = Array.from({ length: plan.clients }, (_, number) => client(number))
  const uploads = longUpload(creator, project, () => over.now, report)
  const joining = newcomers()
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const [at, process] of cluster.processes.entries()) {
      const began = performance.now()
      await process.stop()
      report.drains.push(Math.round(performance.now() - began))
      await process.start()
      // Otherwise no process would be left once the next one stops.
      if (!(await until(() => cluster.balancer.uses(process.url), QUIET_WITHIN_MS)))
        report.faults.push(`the balancer does not use process ${at + 1} again`)
      plan.say?.(
        `round ${round + 1}, process ${at + 1}: drained in ${report.drains.at(-1)} ms, ${report.requests} requests, ${report.failed.length} failed`,
      )
    }
  }
  over.now = true
  await Promise.all([...clients, joining])
  await uploads
  await quiet(cluster, report)
  await judgeTabs(tabs, seller, talk, report)
  for (let number = 1; number <= report.mailsWanted; number += 1) {
    const mails = cluster.mail.mailsTo(`new.${number}@example.com`).length
    report.mails += mails
    if (mails !== 1) report.faults.push(`new.${number} got ${mails} mails instead of one`)
  }
  return report
}

/** A deal in progress, with its conversation. */
async function openDeal({ databaseUrl }: Cluster, seller: Person, creator: Person) {
  const body = {
    title: 'A talk that goes on',
    category: 'home',
    description: 'While machines come and go.',
    budget: 100,
    deadline: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
    status: 'active',
  } as const
  const { id } = await seller.command('projects.create', { body })
  const talk = await creator.command('conversations.open', { body: { project_id: id } })
  const pool = createPool(databaseUrl, 1)
  await pool.query(
    `with running as (update projects set status = 'in_progress' where id = $1)
      insert into applications (project_id, creator_id, message, proposed_price, status)
        values ($1, $2, 'While machines come and go.', 10000, 'accepted')`,
    [id, creator.id],
  )
  await pool.end()
  return { talk: talk.id, project: id }
}

function openTabs(
  { sockets }: RollingPlan,
  url: string,
  people: readonly Person[],
  talk: string,
  report: RollingReport,
): DrillClient[] {
  const byEmail = new Map(people.map((person) => [person.email, person]))
  const world = {
    urls: [url],
    tokenOf: (email: string) => byEmail.get(email)?.token ?? '',
    list: async (email: string, id: string, after: number) => {
      const person = byEmail.get(email)
      if (person === undefined) throw new Error(`nobody is ${email}`)
      return person.read('messages.list', { params: { id }, query: { after } })
    },
    send: () => Promise.reject(new Error('these tabs only read')),
    read: () => Promise.reject(new Error('these tabs only read')),
  }
  return Array.from({ length: sockets }, (_, at) =>
    openClient(world, people[at % people.length]?.email ?? '', [talk], url, report.faults),
  )
}

/** Every tab shows every message, and its socket is connected to one of the processes. */
async function judgeTabs(
  tabs: readonly DrillClient[],
  reader: Person,
  talk: string,
  report: RollingReport,
): Promise<void> {
  const stored: string[] = []
  for (let after = 0; ;) {
    const page = await reader.read('messages.list', { params: { id: talk }, query: { after } })
    const last = page.at(-1)
    if (last === undefined) break
    stored.push(...page.map(({ id }) => id))
    after = last.seq
  }
  if (stored.length !== report.sent)
    report.faults.push(`${report.sent} messages were acknowledged, ${stored.length} are stored`)
  await until(() => tabs.every((tab) => tab.shown(talk).length === stored.length), QUIET_WITHIN_MS)
  for (const tab of tabs) {
    const shown = tab.shown(talk)
    if (shown.length !== stored.length || shown.some(({ id }, at) => id !== stored[at]))
      report.faults.push(`a tab shows ${shown.length} of ${stored.length} messages`)
    report.reconnects += tab.counts.connects - 1
    tab.close()
  }
}

/** Uploads one file after another, slowly, with the client the browser uses; each must arrive unchanged. */
async function longUpload(
  person: Person,
  project: string,
  isOver: () => boolean,
  report: RollingReport,
): Promise<void> {
  const random = randomOf(2)
  while (!isOver()) {
    const bytes = Buffer.from(`${random.id()}\n`.repeat(40_000))
    const file = await new Promise<UploadedFile>((resolve, reject) => {
      new Upload(bytes, {
        endpoint: `${person.town.line.url}${UPLOAD_PATH}`,
        headers: { authorization: `Bearer ${person.token}` },
        uploadSize: bytes.length,
        chunkSize: PIECE_BYTES,
        retryDelays: [0, 100, 300, 1_000, 3_000],
        metadata: {
          bucket: 'deliverable-files',
          filename: 'long.txt',
          filetype: 'text/plain',
          project_id: project,
        },
        onBeforeRequest: () => pause(PIECE_MS),
        onSuccess: ({ lastResponse }) =>
          resolve(JSON.parse(lastResponse.getBody()) as UploadedFile),
        onError: reject,
      }).start()
    }).catch((error: unknown) => {
      report.faults.push(`an upload did not end: ${String(error)}`)
      return null
    })
    if (file === null) return
    const answer = await fetch(new URL(file.url, person.town.line.url))
    const arrived = Buffer.from(await answer.arrayBuffer())
    if (digest(arrived) !== digest(bytes))
      report.faults.push(`an upload of ${bytes.length} bytes came out as ${arrived.length}`)
    report.uploaded += 1
  }
}

/** Waits until the queue is empty: everything enqueued has been done. */
async function quiet({ databaseUrl }: Cluster, report: RollingReport): Promise<void> {
  const pool = createPool(databaseUrl, 1)
  const isQuiet = async () => {
    const { rows } = await pool.query('select 1 from graphile_worker._private_jobs limit 1')
    return rows.length === 0
  }
  if (!(await until(isQuiet, QUIET_WITHIN_MS, 100))) report.faults.push('the queue is not empty')
  await pool.end()
}
