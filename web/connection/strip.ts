import { connectionWords } from './connection-words.ts'
import { isLost, subscribeToReach } from './reach.ts'

/**
 * Keeps the strip under the header (`#connection` in index.html). It is not React's: a connection that is lost while
 * the app loads has to be told without it.
 */
export function keepStrip(): void {
  const strip = document.getElementById('connection')
  if (!strip) return
  const tell = () => {
    strip.textContent = isLost() ? connectionWords.strip : ''
  }
  subscribeToReach(tell)
  tell()
}
