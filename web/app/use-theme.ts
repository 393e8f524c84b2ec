import { useSyncExternalStore } from 'react'
import { subscribeToTheme, themeChoice, type ThemeChoice } from './theme.ts'

/** The reader's choice of a theme; `system` on the server and until the page is theirs. */
export const useTheme = (): ThemeChoice =>
  useSyncExternalStore<ThemeChoice>(subscribeToTheme, themeChoice, () => 'system')
