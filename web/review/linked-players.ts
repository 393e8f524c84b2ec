import type { Player } from './player.ts'

/** A follower may be off by this much while both play, in ms: less than two frames of any film. */
const MOST_DRIFT_MS = 60

/**
 * Makes one player follow another, `offsetMs` later in its own film: one clock for two versions. Returns the function
 * that stops it.
 */
export function follow(leader: Player, follower: Player, offsetMs: number): () => void {
  const targetMs = () => Math.max(0, leader.atMs + offsetMs)
  function keepUp() {
    const { playing, speed } = leader.snapshot()
    if (!playing || speed < 0) {
      if (follower.snapshot().playing) follower.pause()
      follower.seekMs(targetMs())
      return
    }
    const now = follower.snapshot()
    if (!now.playing) {
      follower.seekMs(targetMs())
      // A shorter film waits at its end for the other one.
      if (targetMs() < follower.lengthMs) follower.play(speed)
    } else if (now.settled && Math.abs(follower.atMs - targetMs()) > MOST_DRIFT_MS) {
      follower.seekMs(targetMs())
    }
  }
  keepUp()
  return leader.subscribe(keepUp)
}
