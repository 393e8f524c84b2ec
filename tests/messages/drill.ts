import { setTimeout as pause } from 'node:timers/promises'
import { MESSAGE_LIMITS } from '#contract/conversations.ts'
import type { Message } from '#contract/conversation-schemas.ts'
import { type DrillClient, type DrillWorld, type Faults, openClient } from './drill-client.ts'
import { randomOf } from './random.ts'

/** A conversation and its two people. */
export interface DrillTalk {
  id: string
  people: [string, string]
}

export interface DrillPlan {
  seed: number
  messages: number
  /** The number of concurrent sends; one person's messages in one conversation are sequential, as on the page. */
  atOnce: number
  /** Runs after this many messages: to kill a process, for example. */
  disturb?: (sent: number) => Promise<void> | void
  /** How long the last events may take, in ms. */
  settleMs: number
}

/** The result. `faults` is empty when nothing was lost, repeated, out of order or seen by a third person. */
export interface DrillReport {
  faults: Faults
  sent: number
  repeated: number
  /** Messages with files. */
  withFiles: number
  retried: number
  tabs: number
  live: number
  /** The number of those that arrived after a later one. */
  late: number
  caughtUp: number
  reconnects: number
  seconds: number
}

/** Every n-th message is sent twice concurrently, like a retry after a missing response: counted, not drawn. */
const REPEATED_EVERY = 20
/** Every n-th message carries one to five files. */
const FILES_EVERY = 6
/** After every n-th message a tab changes its process; after each message someone reads, with this probability. */
const RECONNECT_EVERY = 12
const READS = 0.1
/** The number of people who have the product open in two tabs. */
const TWO_TABS = 0.3

/**
 * Sends random messages between the people of random conversations, over tabs that come and go. `stored` is the truth
 * at the end.
 */
export async function drill(
  world: DrillWorld,
  talks: readonly DrillTalk[],
  plan: DrillPlan,
  stored: () => Promise<Message[]>,
): Promise<DrillReport> {
  const began = performance.now()
  const random = randomOf(plan.seed)
  const faults: Faults = []
  const clients = openTabs(world, talks, random, faults)
  const tabsOf = grouped(clients, (one) => one.person)
  /** A person's last send in a conversation: the next one waits for it. */
  const lines = new Map<string, Promise<void>>()
  const counters = new Map<string, number>()
  /** The attached files, by message. */
  const attached = new Map<string, readonly string[]>()
  let sent = 0
  let begun = 0
  let repeated = 0
  let retried = 0

  async function sendOne(talk: DrillTalk): Promise<void> {
    const person = random.pick(talk.people)
    const line = `${person} ${talk.id}`
    const number = (counters.get(line) ?? 0) + 1
    counters.set(line, number)
    const id = random.id()
    const count = begun % FILES_EVERY === 0 ? 1 + random.below(MESSAGE_LIMITS.files) : 0
    const twice = begun % REPEATED_EVERY === 0
    const before = lines.get(line)
    const own = (async () => {
      await before
      const file_ids = count === 0 ? [] : await world.attach(person, talk.id, count)
      attached.set(id, file_ids)
      const message = { id, content: `${person} ${number}`, file_ids }
      if (twice) repeated += 1
      const answers = await Promise.all(
        Array.from({ length: twice ? 2 : 1 }, () => patiently(message)),
      )
      if (new Set(answers.map((one) => one.seq)).size !== 1) faults.push(`${id} was stored twice`)
      for (const tab of tabsOf.get(person) ?? []) if (answers[0]) tab.heard(answers[0])
    })()
    lines.set(line, own)
    await own

    async function patiently(message: Parameters<DrillWorld['send']>[2]): Promise<Message> {
      for (;;) {
        try {
          return await world.send(person, talk.id, message)
        } catch {
          retried += 1
          await pause(100)
        }
      }
    }
  }

  async function worker(): Promise<void> {
    while (begun < plan.messages) {
      begun += 1
      const talk = random.pick(talks)
      await sendOne(talk)
      sent += 1
      await plan.disturb?.(sent)
      if (sent % RECONNECT_EVERY === 0)
        random.pick(clients).reconnect(random.pick(world.urls), random.chance(0.5))
      if (random.chance(READS))
        await world.read(random.pick(talk.people), talk.id).catch(() => undefined)
    }
  }

  await Promise.all(Array.from({ length: plan.atOnce }, worker))
  const truth = grouped(await stored(), (message) => message.conversation_id)
  await settled(clients, talks, truth, plan.settleMs)
  judge(clients, talks, truth, plan.messages, faults)
  for (const { id, files } of [...truth.values()].flat())
    if (idsOf(files) !== attached.get(id)?.join(' '))
      faults.push(`${id} is stored with other files than it was sent with`)
  for (const client of clients) client.close()
  const sum = (name: keyof DrillClient['counts']) =>
    clients.reduce((all, one) => all + one.counts[name], 0)
  return {
    faults,
    sent,
    repeated,
    withFiles: [...attached.values()].filter((ids) => ids.length > 0).length,
    retried: retried + sum('retried'),
    tabs: clients.length,
    live: sum('live'),
    late: sum('late'),
    caughtUp: sum('caughtUp'),
    reconnects: sum('reconnects'),
    seconds: (performance.now() - began) / 1_000,
  }
}

function openTabs(
  world: DrillWorld,
  talks: readonly DrillTalk[],
  random: ReturnType<typeof randomOf>,
  faults: Faults,
): DrillClient[] {
  const people = [...new Set(talks.flatMap((talk) => talk.people))]
  return people.flatMap((person) => {
    const own = talks.filter((talk) => talk.people.includes(person)).map((talk) => talk.id)
    const tabs = random.chance(TWO_TABS) ? 2 : 1
    return Array.from({ length: tabs }, () =>
      openClient(world, person, own, random.pick(world.urls), faults),
    )
  })
}

type Truth = ReadonlyMap<string, readonly Message[]>

/** Waits until every tab shows what is stored; `judge` then reports the tabs that do not. */
async function settled(
  clients: readonly DrillClient[],
  talks: readonly DrillTalk[],
  truth: Truth,
  withinMs: number,
): Promise<void> {
  const deadline = performance.now() + withinMs
  while (performance.now() < deadline) {
    const open = clients.some((client) =>
      talks.some(
        (talk) => talk.people.includes(client.person) && difference(client, talk, truth) !== null,
      ),
    )
    if (!open) return
    await pause(50)
  }
}

/** How a tab differs from what is stored; null when it is identical, including the order. */
function difference(client: DrillClient, talk: DrillTalk, truth: Truth): string | null {
  const is = client.shown(talk.id)
  const should = truth.get(talk.id) ?? []
  if (is.length !== should.length) return `${is.length} messages instead of ${should.length}`
  const wrong = should.find((message, at) => is[at]?.id !== message.id)
  if (wrong !== undefined) return `number ${wrong.seq} is not where it belongs`
  const unlike = should.find((message, at) => idsOf(is[at]?.files ?? []) !== idsOf(message.files))
  if (unlike !== undefined) return `number ${unlike.seq} has other files`
  const unread = should.find(
    (message, at) => (is[at]?.read_at === null) !== (message.read_at === null),
  )
  return unread === undefined ? null : `number ${unread.seq} is read for one and not for the other`
}

const idsOf = (files: Message['files']): string => files.map(({ id }) => id).join(' ')

function judge(
  clients: readonly DrillClient[],
  talks: readonly DrillTalk[],
  truth: Truth,
  messages: number,
  faults: Faults,
): void {
  const all = [...truth.values()].flat()
  if (all.length !== messages)
    faults.push(`${all.length} messages are stored, ${messages} were sent`)
  for (const [id, own] of truth) {
    const lastNumbers = new Map<string, number>()
    own.forEach(({ seq, content }, at) => {
      if (seq !== at + 1) faults.push(`${id} has number ${seq} in place ${at + 1}`)
      const [person = '', number = ''] = content.split(' ')
      if (Number(number) !== (lastNumbers.get(person) ?? 0) + 1)
        faults.push(`${id}: what ${person} said as number ${number} stands in another order`)
      lastNumbers.set(person, Number(number))
    })
  }
  for (const client of clients) {
    for (const talk of talks.filter(({ people }) => people.includes(client.person))) {
      const found = difference(client, talk, truth)
      if (found !== null) faults.push(`a tab of ${client.person} shows in ${talk.id}: ${found}`)
    }
  }
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}
