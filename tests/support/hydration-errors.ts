import type { Browser } from 'playwright-core'

/**
 * What React says when it finds another page than the server wrote, and renders it again: what was pressed or typed
 * meanwhile may be lost. By its numbers in the production build (react.dev/errors), and by its words in the other.
 */
const DIFFERS = /Minified React error #(?:418|419|421|422|423|425)\b|[Hh]ydrat/

/** Pages that differed, and what React said, since someone looked. */
const found: string[] = []

/** What was noted since the last time. */
export const pagesThatDiffered = (): string[] => found.splice(0)

/** Notes of every window of a browser when React could not take a rendered page over as it stands. */
export function watchHydration(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    const note = (address: string | undefined, said: string) => {
      if (DIFFERS.test(said)) found.push(`${address}: ${said}`)
    }
    context.on('weberror', (error) => note(error.page()?.url(), String(error.error())))
    context.on('console', (line) => {
      if (line.type() === 'error') note(line.page()?.url(), line.text())
    })
    return context
  }
  return browser
}
