import { useEffect } from 'react'
import { WATCHING } from '#contract/review-notes.ts'
import { enterReview, sayWatching } from '#web/realtime/connection.ts'
import { useWatching } from '#web/realtime/watching.ts'
import type { Player } from './player.ts'
import { useRoom } from './room-context.ts'

/** The other side, while they view this version. */
export interface Partner {
  name: string
  /** Their position, in ms. */
  atMs: number
  /** The position of the file they are viewing; null where that is not known. */
  file: number | null
}

/** The other side, in any file of the version; null while they are not in it. */
export function usePartner(): Partner | null {
  const { room, version } = useRoom()
  const other = room.reader === 'owner' ? room.creator : room.owner
  const where = useWatching(version.id, other.id)
  if (!where) return null
  const file = where.file ?? (version.files.length === 1 ? 1 : null)
  return { name: other.name, atMs: where.at_ms, file }
}

/** The keep-alive interval while nothing happens, in ms: two are sent before the other side would drop us. */
const STILL_HERE_MS = WATCHING.lastsMs / 2

/** Tells the other side our position, at most once a second, and that we are still here. Null: nothing is sent. */
export function useReportedPlace(
  deliverableId: string | null,
  { player, file }: { player: Player | null; file: number },
): void {
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
      sayWatching(id, { at_ms: player?.atMs ?? 0, playing, file })
    }
    // The last position is always sent: one more message follows the pause.
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
  }, [deliverableId, player, file])
}
