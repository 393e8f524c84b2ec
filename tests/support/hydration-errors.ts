import type { Browser } from 'playwright-core'

/**
 * What React reports when the page differs from what the server rendered, so that it renders it again: anything pressed
 * or typed meanwhile may be lost. By error number in the production build (react.dev/errors), and by the wording
 * otherwise.
 */
const DIFFERS = /Minified React error #(?:418|419|421|422|423|425)\b|[Hh]ydrat/

/** The pages that differed, and what React reported, since the last look. */
const found: string[] = []

/** What was recorded since the last time. */
export const pagesThatDiffered = (): string[] => found.splice(0)

/** Records, for every window of a browser, when React could not hydrate a rendered page as it stands. */
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
