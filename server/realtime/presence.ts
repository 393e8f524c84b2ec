import { userRoom, watchersRoom } from './topics.ts'
import type { SocketServer } from './socket-protocol.ts'

/** Presence delays, in ms. */
export interface Patience {
  /** How long other processes have to report that they hold a person's socket. */
  answerMs: number
  /** Reloading a page is not leaving. */
  graceMs: number
}
export const PATIENCE: Patience = { answerMs: 1_500, graceMs: 3_000 }
/** A process that died announces nothing: presence of watched people is re-queried this often, in ms. */
const LOOK_EVERY_MS = 30_000

/** The presence message to other processes. */
export type PresenceNews = { kind: 'ask' | 'here' | 'left'; people: string[] }

/** Who is online, among those watched from this process. Kept in memory only. */
export interface Presence {
  /** This person's socket was opened or closed here. */
  arrived(userId: string): void
  departed(userId: string): void
  /** Someone here starts watching this person: true, false, or null while it is unknown. */
  watch(userId: string): boolean | null
  /** News from another process (or this one). */
  heard(news: PresenceNews): void
  stop(): void
}

/** `say` publishes to every process; `show` emits to the sockets here that watch a person. */
export function createPresence(
  sockets: SocketServer,
  say: (news: PresenceNews) => void,
  { answerMs, graceMs }: Patience,
): Presence {
  const { rooms } = sockets.of('/').adapter
  /** The known state of watched people. */
  const known = new Map<string, boolean>()
  /** Requested, but not answered yet. */
  const asked = new Map<string, ReturnType<typeof setTimeout>>()
  const leaving = new Map<string, ReturnType<typeof setTimeout>>()

  const isHere = (userId: string) => rooms.has(userRoom(userId))
  const isWatched = (userId: string) => rooms.has(watchersRoom(userId))

  function show(userId: string, online: boolean): void {
    if (known.get(userId) === online) return
    known.set(userId, online)
    sockets.to(watchersRoom(userId)).emit('presence', { user_id: userId, online })
  }

  function ask(people: string[]): void {
    const open = people.filter((userId) => !asked.has(userId))
    if (open.length === 0) return
    for (const userId of open)
      asked.set(
        userId,
        setTimeout(() => answered(userId, false), answerMs),
      )
    say({ kind: 'ask', people: open })
  }

  function answered(userId: string, online: boolean): void {
    clearTimeout(asked.get(userId))
    asked.delete(userId)
    if (isWatched(userId)) show(userId, online)
    else known.delete(userId)
  }

  const looking = setInterval(() => {
    const elsewhere: string[] = []
    for (const userId of known.keys()) {
      if (!isWatched(userId)) known.delete(userId)
      else if (isHere(userId)) show(userId, true)
      else elsewhere.push(userId)
    }
    ask(elsewhere)
  }, LOOK_EVERY_MS)
  looking.unref()

  return {
    arrived(userId) {
      clearTimeout(leaving.get(userId))
      // A person who never left needs no announcement.
      if (!leaving.delete(userId)) say({ kind: 'here', people: [userId] })
    },
    departed(userId) {
      if (isHere(userId) || leaving.has(userId)) return
      const gone = setTimeout(() => {
        leaving.delete(userId)
        if (!isHere(userId)) say({ kind: 'left', people: [userId] })
      }, graceMs)
      leaving.set(userId, gone)
    },
    watch(userId) {
      if (isHere(userId)) known.set(userId, true)
      else if (!known.has(userId)) ask([userId])
      return known.get(userId) ?? null
    },
    heard({ kind, people }) {
      if (kind === 'here') for (const userId of people) answered(userId, true)
      else if (kind === 'left') ask(people.filter((userId) => isWatched(userId)))
      else {
        const here = people.filter(isHere)
        if (here.length > 0) say({ kind: 'here', people: here })
      }
    },
    stop() {
      clearInterval(looking)
      for (const timer of [...asked.values(), ...leaving.values()]) clearTimeout(timer)
    },
  }
}
