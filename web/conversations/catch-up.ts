import type { Message } from '#contract/conversation-schemas.ts'
import { MESSAGE_LIMITS } from '#contract/conversations.ts'

/** Where messages are kept and where they are read from. */
export interface CatchUpDeps {
  /** What is loaded of a conversation, in its order; null where nothing is. */
  loaded: (conversationId: string) => readonly Message[] | null
  /** The page that follows the message numbered `after`. */
  read: (conversationId: string, after: number) => Promise<readonly Message[]>
  /** Puts messages where they are kept, each of them once. */
  keep: (conversationId: string, messages: readonly Message[]) => void
}

/** What makes a conversation whole again, whatever the socket lost, doubled or brought in another order. */
export interface CatchUp {
  /** A message that arrived by itself, or the answer to one that was sent. */
  heard(message: Message): Promise<void>
  /** Looks whether everything that was heard is there: after pages were loaded, which may have raced it. */
  check(conversationId: string): Promise<void>
  /** Reads what followed the last message that is certain: after a gap of any length. Throws when it cannot. */
  catchUp(conversationId: string): Promise<void>
}

/**
 * Messages are numbered without gaps (contract: `seq`). The last number of the unbroken row that is loaded is what
 * is certain; everything after it is read again until nothing follows.
 */
export function createCatchUp({ loaded, read, keep }: CatchUpDeps): CatchUp {
  /** The highest number heard of, by conversation. */
  const highest = new Map<string, number>()
  /** Numbers that reading proved to belong to no message, by conversation. */
  const holes = new Map<string, Set<number>>()
  const running = new Map<string, Promise<void>>()
  const again = new Set<string>()

  async function run(id: string): Promise<void> {
    const certain = lastCertain(loaded(id) ?? [], holes.get(id))
    let after = certain
    for (
      let page = await read(id, cursorOf(loaded(id) ?? [], certain));
      ;
      page = await read(id, after)
    ) {
      keep(id, page)
      after = Math.max(after, page.at(-1)?.seq ?? after)
      if (page.length < MESSAGE_LIMITS.page) break
    }
    noteHoles(id, certain, after)
  }

  function noteHoles(id: string, from: number, to: number): void {
    const there = new Set((loaded(id) ?? []).map((message) => message.seq))
    for (let seq = from + 1; seq < to; seq += 1) {
      if (!there.has(seq)) holes.set(id, (holes.get(id) ?? new Set()).add(seq))
    }
  }

  /** One at a time for each conversation; who asks meanwhile gets a second one, which began after they asked. */
  function catchUp(id: string): Promise<void> {
    if (loaded(id) === null) return Promise.resolve()
    const current = running.get(id)
    if (current !== undefined) {
      again.add(id)
      return current
    }
    const next = (async () => {
      do {
        again.delete(id)
        await run(id)
      } while (again.has(id))
    })().finally(() => {
      running.delete(id)
      again.delete(id)
    })
    running.set(id, next)
    return next
  }

  function check(id: string): Promise<void> {
    const messages = loaded(id)
    if (messages === null || lastCertain(messages, holes.get(id)) >= (highest.get(id) ?? 0))
      return Promise.resolve()
    return catchUp(id)
  }

  return {
    heard(message) {
      const id = message.conversation_id
      highest.set(id, Math.max(highest.get(id) ?? 0, message.seq))
      const messages = loaded(id)
      if (messages === null) return Promise.resolve()
      // What is loaded stays an unbroken row: one beyond a gap comes with what is missing before it, and one of a
      // page that is not loaded comes with that page.
      const isNext = message.seq <= lastCertain(messages, holes.get(id), message.seq) + 1
      if (isNext && message.seq >= (messages[0]?.seq ?? 1)) keep(id, [message])
      return check(id)
    },
    check,
    catchUp,
  }
}

/** The last number of the unbroken row, at most `limit`; the oldest page that is loaded begins it. */
function lastCertain(
  messages: readonly Message[],
  holes: ReadonlySet<number> | undefined,
  limit = Infinity,
): number {
  let last = (messages[0]?.seq ?? 1) - 1
  const there = new Set(messages.map(({ seq }) => seq))
  while (last < limit && (there.has(last + 1) || holes?.has(last + 1) === true)) last += 1
  return last
}

/**
 * Where to read on from: a page back where messages are unread, so that what was read meanwhile is seen. Further
 * back it shows by itself: who read a message has read those before it.
 */
function cursorOf(messages: readonly Message[], certain: number): number {
  const recent = messages.filter(({ seq }) => seq <= certain && seq > certain - MESSAGE_LIMITS.page)
  const unread = recent.find((message) => message.read_at === null)
  return unread === undefined ? certain : unread.seq - 1
}
