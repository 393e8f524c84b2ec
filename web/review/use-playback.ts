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

/** Subscribes to one property of a player: the component renders again when it changes, not on every frame. */
export const usePlayback = <Fact extends string | number | boolean>(
  player: Player | null,
  fact: (state: Playback) => Fact,
): Fact =>
  useSyncExternalStore(
    player?.subscribe ?? (() => () => undefined),
    () => fact(player?.snapshot() ?? STILL),
    () => fact(STILL),
  )
