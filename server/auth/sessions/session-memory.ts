import type { Viewer } from '#server/http/viewer.ts'

/** Where the end of sessions is announced (NOTIFY by triggers on the auth tables). */
export interface AnnouncementLine {
  /** Resolves once everything announced before the call has been received. Throws while the connection is down. */
  caughtUp(): Promise<void>
}

/**
 * A cache of the people behind sessions, so that most requests run no query. It is trusted only while the announcement
 * connection was heard from within the last second: a silent connection costs speed and lets no one in.
 */
export interface SessionMemory {
  /** Returns the person of a session, or null when the database must be queried. */
  recall(sessionId: string, userId: string, now: Date): Viewer | null
  /** Reads a person and caches them, unless an announcement arrived meanwhile: the result may be stale. */
  read(load: () => Promise<Found | null>, now: Date): Promise<Viewer | null>
  /** Handles a change to these people's sessions or accounts. */
  changed(userIds: readonly string[]): void
  /** Announcements are received from now on; earlier ones may have been missed. Nothing is trusted before this call. */
  hear(line: AnnouncementLine): void
}

/** A person, and when their session expires. */
export interface Found {
  viewer: Viewer
  endsAt: Date | null
}

/** The longest delay between the end of a session and its refusal in every process: AUTH §6, one second. */
const BELIEVED_MS = 1_000
/** The connection is checked early enough that a busy process never waits for it. */
const ASK_AFTER_MS = 400
/** About as many as one process serves concurrently; some 400 bytes each. */
const REMEMBERED = 10_000

export function createSessionMemory(
  remembered = REMEMBERED,
  clock: () => number = () => performance.now(),
): SessionMemory {
  /** By session, and which cached sessions a person has. */
  const people = new Map<string, Found>()
  const sessionsOf = new Map<string, Set<string>>()
  let line: AnnouncementLine | null = null
  /** Everything announced before this moment has been received. */
  let heardUntil = -Infinity
  let asking = false
  /** Counts announcements. */
  let announced = 0

  function ask(): void {
    const asked = line
    if (asked === null || asking) return
    asking = true
    const began = clock()
    asked
      .caughtUp()
      .then(
        () => {
          if (line === asked) heardUntil = began
        },
        // The next request checks again, and uses the database meanwhile.
        () => undefined,
      )
      .finally(() => {
        asking = false
      })
  }

  /** Returns whether the cache may be trusted. If not, starts the check that makes it so. */
  function isHeard(): boolean {
    const silent = clock() - heardUntil
    if (silent > ASK_AFTER_MS) ask()
    return silent < BELIEVED_MS
  }

  function forget(sessionId: string): void {
    const found = people.get(sessionId)
    if (found === undefined) return
    people.delete(sessionId)
    const all = sessionsOf.get(found.viewer.id)
    all?.delete(sessionId)
    if (all?.size === 0) sessionsOf.delete(found.viewer.id)
  }

  function remember(found: Found): void {
    const { id, sessionId } = found.viewer
    forget(sessionId)
    // Evicts the least recently read entry; an active person is simply read again.
    for (const oldest of people.keys()) {
      if (people.size < remembered) break
      forget(oldest)
    }
    people.set(sessionId, found)
    const all = sessionsOf.get(id) ?? new Set()
    sessionsOf.set(id, all.add(sessionId))
  }

  return {
    recall(sessionId, userId, now) {
      if (!isHeard()) return null
      const found = people.get(sessionId)
      if (found === undefined || found.viewer.id !== userId) return null
      return found.endsAt === null || found.endsAt > now ? found.viewer : null
    },
    async read(load, now) {
      const before = announced
      const found = await load()
      if (found === null) return null
      const isOpen = found.endsAt === null || found.endsAt > now
      if (isOpen && line !== null && announced === before) remember(found)
      return found.viewer
    },
    changed(userIds) {
      announced += 1
      for (const userId of userIds)
        for (const sessionId of sessionsOf.get(userId) ?? []) forget(sessionId)
    },
    hear(heard) {
      announced += 1
      people.clear()
      sessionsOf.clear()
      line = heard
      heardUntil = -Infinity
      ask()
    },
  }
}
