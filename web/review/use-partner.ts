import { useEffect } from 'react'
import { WATCHING } from '#contract/review-notes.ts'
import { enterReview, sayWatching } from '#web/realtime/connection.ts'
import { useWatching } from '#web/realtime/watching.ts'
import type { Player } from './player.ts'
import { useRoom } from './room-context.ts'

/** The other side, while they look at this version. */
export interface Partner {
  name: string
  /** Where they are, in ms. */
  atMs: number
}

export function usePartner(): Partner | null {
  const { room, version } = useRoom()
  const other = room.reader === 'owner' ? room.creator : room.owner
  const where = useWatching(version.id, other.id)
  return where && { name: other.name, atMs: where.at_ms }
}

/** Said again this often while nothing happens, in ms: twice before the other side would forget us. */
const STILL_HERE_MS = WATCHING.lastsMs / 2

/** Tells the other side where we are, at most once a second, and that we still are. Null: no one is told. */
export function useReportedPlace(deliverableId: string | null, player: Player | null): void {
  useEffect(() => {
    if (deliverableId === null) return
    const id = deliverableId
    const leave = enterReview(id)
    let saidAt = 0
    let later: ReturnType<typeof setTimeout> | undefined
    function say() {
      clearTimeout(later)
      later = undefined
      saidAt = Date.now()
      if (document.visibilityState === 'hidden') return
      const playing = player?.snapshot().playing ?? false
      sayWatching(id, { at_ms: player?.atMs ?? 0, playing })
    }
    // The last place is always said: after the pause, once more.
    const onChange = () => {
      later ??= setTimeout(say, Math.max(0, saidAt + WATCHING.everyMs - Date.now()))
    }
    const stop = player?.subscribe(onChange)
    const timer = setInterval(say, STILL_HERE_MS)
    onChange()
    return () => {
      stop?.()
      clearInterval(timer)
      clearTimeout(later)
      leave()
    }
  }, [deliverableId, player])
}
