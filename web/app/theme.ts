import { afterPaint } from '#web/ui/after-paint.ts'

/** The reader's choice: the system's theme unless one was picked. */
export type ThemeChoice = 'system' | 'light' | 'dark'

/** The choices, in the order in which they are offered. */
export const THEMES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const satisfies readonly { value: ThemeChoice; label: string }[]

/** Also read by public/boot.js before the first paint. */
const STORAGE_KEY = 'cartwright-theme'

const listeners = new Set<() => void>()

/** The current choice; `system` on the server. */
export function themeChoice(): ThemeChoice {
  const theme = document.documentElement.dataset.theme
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/**
 * Remembers a choice for the next visit, and applies it after the frame of the press: the browser restyles the whole
 * page.
 */
export function chooseTheme(choice: ThemeChoice) {
  try {
    if (choice === 'system') localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, choice)
  } catch {
    // Storage is disabled: the choice lasts for this page only.
  }
  afterPaint(() => {
    const { dataset } = document.documentElement
    if (choice === 'system') delete dataset.theme
    else dataset.theme = choice
    for (const listener of listeners) listener()
  })
}

/** Calls `listener` when the choice changes in this window. */
export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
