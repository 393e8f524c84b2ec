import { io, type Socket } from 'socket.io-client'
import type { Message } from '#contract/conversation-schemas.ts'
import { type CatchUp, createCatchUp } from '#web/conversations/catch-up.ts'
import { flatten, type MessagePages, withMessages } from '#web/conversations/message-pages.ts'

/** How a tab reaches the product; every call may fail, as on a bad network. */
export interface TabWorld {
  /** Addresses of /realtime, one per process. */
  urls: readonly string[]
  tokenOf: (person: string) => string
  /** Whether a person takes part in a conversation that their tab has not loaded; if absent, they take part in none. */
  isTheirs?: (person: string, conversation: string) => boolean
  send: (
    person: string,
    conversation: string,
    message: { id: string; content: string; file_ids?: string[] },
  ) => Promise<Message>
  list: (person: string, conversation: string, after: number) => Promise<Message[]>
  read: (person: string, conversation: string) => Promise<void>
}

/** The same for a drill whose messages carry files. */
export interface DrillWorld extends TabWorld {
  /** Uploads a person's files for a conversation; returns their ids. */
  attach: (person: string, conversation: string, count: number) => Promise<string[]>
}

/** What went wrong, in words; a drill expects it to stay empty. */
export type Faults = string[]

/** One tab of one person: the page's own message code over a real socket, without a screen. */
export interface DrillClient {
  person: string
  /** The messages it shows of a conversation. */
  shown: (conversation: string) => Message[]
  heard: (message: Message) => void
  /** Drops the socket, gracefully or not, and connects to another process. */
  reconnect: (url: string, abruptly: boolean) => void
  counts: {
    live: number
    late: number
    caughtUp: number
    reconnects: number
    retried: number
    /** The number of times its socket was admitted. */
    connects: number
  }
  close: () => void
}

/** The pause before a retry, in ms: the real page waits longer, but no one is waiting here. */
const RETRY_MS = 150

/** Opens a tab with these conversations loaded, all of them empty. */
export function openClient(
  world: TabWorld,
  person: string,
  conversations: readonly string[],
  url: string,
  faults: Faults,
): DrillClient {
  const pages = new Map<string, MessagePages>()
  for (const id of conversations) pages.set(id, { pages: [[]], pageParams: [undefined] })
  const shown = (id: string) => flatten(pages.get(id))
  const counts = { live: 0, late: 0, caughtUp: 0, reconnects: 0, retried: 0, connects: 0 }
  let closed = false
  let socket: Socket

  const catchUp: CatchUp = createCatchUp({
    loaded: (id) => (pages.has(id) ? shown(id) : null),
    read: (id, after) => world.list(person, id, after),
    keep(id, messages) {
      const before = pages.get(id)
      if (before === undefined) return
      const after = withMessages(before, messages)
      pages.set(id, after)
      const row = flatten(after)
      if (row.some(({ seq }, at) => seq !== at + 1))
        faults.push(`${person} saw ${id} with a gap or out of order`)
      counts.caughtUp += messages.length > 1 ? messages.length : 0
    },
  })

  function again(attempt: () => Promise<void>): void {
    attempt().catch(() => {
      counts.retried += 1
      if (!closed) setTimeout(() => again(attempt), RETRY_MS)
    })
  }

  const isTheirs = (id: string) => pages.has(id) || world.isTheirs?.(person, id) === true

  function connect(to: string): void {
    /** Sequence numbers as they arrived over this one connection, by conversation. */
    const last = new Map<string, number>()
    const once = new Set<string>()
    const own = io(to, {
      path: '/realtime',
      auth: { token: world.tokenOf(person) },
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelay: 50,
      reconnectionDelayMax: RETRY_MS,
    })
    socket = own
    const readOn = () => {
      for (const id of conversations) again(() => catchUp.catchUp(id))
    }
    own.on('connect', () => {
      counts.connects += 1
      last.clear()
      once.clear()
      readOn()
    })
    own.on('resync', readOn)
    own.on('message:insert', (message: Message) => {
      const { conversation_id: id, seq } = message
      if (!isTheirs(id)) faults.push(`${person} heard a message of ${id}, which is not theirs`)
      const before = last.get(id) ?? 0
      // Two processes published their messages out of order: the page sorts them before it shows anything.
      if (seq < before) counts.late += 1
      last.set(id, Math.max(seq, before))
      const key = `${id} ${seq}`
      if (once.has(key)) faults.push(`${person} heard number ${seq} of ${id} twice`)
      once.add(key)
      counts.live += 1
      again(() => catchUp.heard(message))
    })
    own.on('message:update', (message: Message) => {
      if (!isTheirs(message.conversation_id))
        faults.push(
          `${person} heard of a reading of ${message.conversation_id}, which is not theirs`,
        )
      again(() => catchUp.heard(message))
    })
  }

  connect(url)
  return {
    person,
    shown,
    counts,
    heard: (message) => again(() => catchUp.heard(message)),
    reconnect(to, abruptly) {
      counts.reconnects += 1
      // Abruptly, like a phone that enters a tunnel.
      if (abruptly) socket.io.engine?.close()
      socket.disconnect()
      connect(to)
    },
    close() {
      closed = true
      socket.disconnect()
    },
  }
}
