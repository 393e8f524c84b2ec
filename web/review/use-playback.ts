import { useSyncExternalStore } from 'react'
import type { Playback, Player } from './player.ts'

const STILL: Playback = {
  frame: 0,
  settled: true,
  playing: false,
  speed: 1,
  muted: false,
  frames: 1,
}

/** One fact of a player, followed: the component is drawn again when it changes, and not on every frame. */
export const usePlayback = <Fact extends string | number | boolean>(
  player: Player | null,
  fact: (state: Playback) => Fact,
): Fact =>
  useSyncExternalStore(
    player?.subscribe ?? (() => () => undefined),
    () => fact(player?.snapshot() ?? STILL),
    () => fact(STILL),
  )
