import type { Viewer } from '#server/http/viewer.ts'

/** Where it is announced that sessions ended (NOTIFY by the triggers of migration 0019). */
export interface AnnouncementLine {
  /** Settles once everything that was announced before the call has been heard. Throws while the line is down. */
  caughtUp(): Promise<void>
}

/**
 * The people behind sessions, as last read, so that most requests need not ask. It is believed only while the line
 * of announcements was heard in the last second: a line that fell silent costs speed and lets nobody in.
 */
export interface SessionMemory {
  /** The person of a session, or null when the database must be asked. */
  recall(sessionId: string, userId: string, now: Date): Viewer | null
  /** Reads somebody and remembers them, unless an announcement came meanwhile: the answer may be from before it. */
  read(load: () => Promise<Found | null>, now: Date): Promise<Viewer | null>
  /** Something changed about these people's sessions or accounts. */
  changed(userIds: readonly string[]): void
  /** Announcements are heard from now on; any before may have been missed. Until this is called nothing is believed. */
  hear(line: AnnouncementLine): void
}

/** A person, and when their session ends by itself. */
export interface Found {
  viewer: Viewer
  endsAt: Date | null
}

/** What may pass between the end of a session and its refusal in every process: AUTH.md §6, a second. */
const BELIEVED_MS = 1_000
/** The line is asked again in time for a busy process never to wait for it. */
const ASK_AFTER_MS = 400
/** About as many as a process serves at once; some 400 bytes each. */
const REMEMBERED = 10_000

export function createSessionMemory(
  remembered = REMEMBERED,
  clock: () => number = () => performance.now(),
): SessionMemory {
  /** By session, and which sessions a person has in it. */
  const people = new Map<string, Found>()
  const sessionsOf = new Map<string, Set<string>>()
  let line: AnnouncementLine | null = null
  /** Everything announced before this moment has been heard. */
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
        // The next request asks again, and meanwhile the database.
        () => undefined,
      )
      .finally(() => {
        asking = false
      })
  }

  /** Whether the memory may be believed; sees to it that it may be next time. */
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
    // The one that was read longest ago goes; whoever is still here is read again.
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
