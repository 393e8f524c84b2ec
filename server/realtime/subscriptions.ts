import type { OpenLine } from './news-line.ts'
import { leaving, registering, subscribing, unsubscribing } from './subscription-store.ts'
import type { SocketServer } from './socket-protocol.ts'
import { EVERY_LINE, isTopic } from './topics.ts'

/** How long an unused topic stays subscribed, and how often unused ones are cleaned up, in ms. */
export interface Linger {
  forMs: number
  lookMs: number
}
/** Long enough that a reload, or a switch back to a conversation, needs no statement. */
const LINGER: Linger = { forMs: 5_000, lookMs: 2_000 }
/** Topics per statement. */
const AT_ONCE = 5_000

/** The topics this process needs: those of the rooms its sockets are in. */
export interface Subscriptions {
  /**
   * Settles once everything published about the rooms that exist now reaches this process. While its line is down, it
   * settles at once: when the line opens again, all sockets are asked to catch up.
   */
  settled(): Promise<void>
  /** A line was opened: subscribes it to everything. Throws when it broke. */
  opened(line: OpenLine): Promise<void>
  lost(): void
  /** The open line's id; null while there is none. */
  line(): string | null
  /** Ends the subscriptions of the open line. */
  close(): Promise<void>
}

/**
 * Keeps the subscriptions equal to the rooms, in few statements: changes that come up while one is under way share the
 * next. `reached` says where other processes reach this one directly, if they can.
 */
export function createSubscriptions(
  sockets: SocketServer,
  linger = LINGER,
  reached: () => { address: string; secret: string } | null = () => null,
): Subscriptions {
  const { adapter } = sockets.of('/')
  /** Topics of the open line, and when their room was left. */
  const left = new Map<string, number>()
  let line: OpenLine | null = null
  let running: Promise<void> = Promise.resolve()
  let waiting: { topics: Set<string>; done: Promise<void> } | null = null

  /**
   * Statements of a line, in order. A failed statement means that the line is broken, which the line reports itself.
   */
  function inTurn(work: (open: OpenLine) => Promise<void> | undefined): Promise<void> {
    running = running.then(() => (line === null ? undefined : work(line))).catch(() => undefined)
    return running
  }

  function subscribe(topic: string): void {
    if (waiting === null) {
      const topics = new Set<string>()
      const done = inTurn((open) => {
        waiting = null
        return open.run(subscribing(open.id, [...topics]))
      }).finally(() => {
        if (waiting?.topics === topics) waiting = null
      })
      waiting = { topics, done }
    }
    waiting.topics.add(topic)
  }

  adapter.on('create-room', (room: string) => {
    // The topic is still subscribed if the room was left only a moment ago.
    if (isTopic(room) && !left.delete(room)) subscribe(room)
  })
  adapter.on('delete-room', (room: string) => {
    if (isTopic(room)) left.set(room, performance.now())
  })

  const looking = setInterval(() => {
    const before = performance.now() - linger.forMs
    if (![...left.values()].some((at) => at <= before)) return
    void inTurn((open) => {
      const over = [...left].filter(([, at]) => at <= before).map(([topic]) => topic)
      for (const topic of over) left.delete(topic)
      return open.run(unsubscribing(open.id, over))
    })
  }, linger.lookMs)
  looking.unref()

  return {
    settled: () => (line === null ? Promise.resolve() : (waiting?.done ?? running)),
    async opened(open) {
      line = open
      left.clear()
      const where = reached()
      if (where !== null) await open.run(registering(open.id, where))
      const topics = [EVERY_LINE, ...[...adapter.rooms.keys()].filter(isTopic)]
      for (let at = 0; at < topics.length; at += AT_ONCE)
        await open.run(subscribing(open.id, topics.slice(at, at + AT_ONCE)))
    },
    lost() {
      line = null
      left.clear()
    },
    line: () => line?.id ?? null,
    async close() {
      clearInterval(looking)
      await inTurn((open) => open.run(leaving(open.id)))
    },
  }
}
