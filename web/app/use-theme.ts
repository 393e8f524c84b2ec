import { useSyncExternalStore } from 'react'
import { subscribeToTheme, themeChoice, type ThemeChoice } from './theme.ts'

/** The reader's theme; `system` on the server and until hydration. */
export const useTheme = (): ThemeChoice =>
  useSyncExternalStore<ThemeChoice>(subscribeToTheme, themeChoice, () => 'system')
