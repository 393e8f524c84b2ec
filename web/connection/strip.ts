import { connectionWords } from './connection-words.ts'
import { isLost, subscribeToReach } from './reach.ts'

/**
 * Maintains the strip under the header (`#connection` in index.html). Outside React: a connection lost while the app
 * loads must be reported without it.
 */
export function keepStrip(): void {
  const strip = document.getElementById('connection')
  if (!strip) return
  const update = () => {
    strip.textContent = isLost() ? connectionWords.strip : ''
  }
  subscribeToReach(update)
  update()
}
