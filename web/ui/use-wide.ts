import { useMedia } from './use-media.ts'

/** Returns whether the window is wide enough for two panes (DESIGN §6). */
export const useWide = (): boolean => useMedia('(min-width: 900px)')
