import type { Message } from '#contract/conversation-schemas.ts'
import { MESSAGE_LIMITS } from '#contract/conversations.ts'

/** Where messages are cached and fetched from. */
export interface CatchUpDeps {
  /** A conversation's loaded messages, in order; null when none are. */
  loaded: (conversationId: string) => readonly Message[] | null
  /** The page after the message with number `after`. */
  read: (conversationId: string, after: number) => Promise<readonly Message[]>
  /** Adds messages to the cache, each once. */
  keep: (conversationId: string, messages: readonly Message[]) => void
}

/** Repairs a conversation, whatever the socket lost, repeated or reordered. */
export interface CatchUp {
  /** Takes a message that arrived live, or the response to one that was sent. */
  heard(message: Message): Promise<void>
  /**
   * Checks that every message announced so far is loaded. Called after pages were loaded, because that may have raced
   * an announcement.
   */
  check(conversationId: string): Promise<void>
  /** Fetches everything after the last certain message, after a gap of any length. Throws when it cannot. */
  catchUp(conversationId: string): Promise<void>
}

/**
 * Messages are numbered without gaps (contract: `seq`). The last number of the loaded unbroken run is certain;
 * everything after it is refetched until nothing follows.
 */
export function createCatchUp({ loaded, read, keep }: CatchUpDeps): CatchUp {
  /** The highest known message number, by conversation. */
  const highest = new Map<string, number>()
  /** Numbers proven to belong to no message, by conversation. */
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
    const senders = new Set((loaded(id) ?? []).map((message) => message.sender_id))
    for (const sender of senders) await readReceipts(id, sender, certain - MESSAGE_LIMITS.page)
  }

  /**
   * Refetches, page by page, one side's messages up to `until` that are not known to be read. It ends at the first
   * message that is still unread: nothing its sender wrote after it has been read either.
   */
  async function readReceipts(id: string, sender: string, until: number): Promise<void> {
    const firstUnread = () =>
      (loaded(id) ?? []).find(
        (message) =>
          message.sender_id === sender && message.read_at === null && message.seq <= until,
      )?.seq
    for (let before = 0, first = firstUnread(); first !== undefined && first !== before;) {
      keep(id, await read(id, first - 1))
      before = first
      first = firstUnread()
    }
  }

  function noteHoles(id: string, from: number, to: number): void {
    const there = new Set((loaded(id) ?? []).map((message) => message.seq))
    for (let seq = from + 1; seq < to; seq += 1) {
      if (!there.has(seq)) holes.set(id, (holes.get(id) ?? new Set()).add(seq))
    }
  }

  /** One run at a time per conversation; callers in the meantime share a second run, which starts after their calls. */
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
      // The loaded messages stay an unbroken run: a message beyond a gap is added together with the missing ones before
      // it, and a message of an unloaded page comes with that page.
      const isNext = message.seq <= lastCertain(messages, holes.get(id), message.seq) + 1
      if (isNext && message.seq >= (messages[0]?.seq ?? 1)) keep(id, [message])
      return check(id)
    },
    check,
    catchUp,
  }
}

/** The last number of the unbroken run, at most `limit`; the run starts with the oldest loaded page. */
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

/** Where to catch up from: a page back if messages are unread, so that reads in the meantime are noticed. */
function cursorOf(messages: readonly Message[], certain: number): number {
  const recent = messages.filter(({ seq }) => seq <= certain && seq > certain - MESSAGE_LIMITS.page)
  const unread = recent.find((message) => message.read_at === null)
  return unread === undefined ? certain : unread.seq - 1
}
