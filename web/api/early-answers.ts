import { askForPicture } from './early-picture.ts'

/** A response that is not used within this time is stale, in ms. */
const GOOD_FOR_MS = 10_000

interface Early {
  token: string
  askedAt: number
  answer: Promise<Response>
}

/**
 * A separate script in the page makes the calls (web/start-up/first-calls-script.ts), so they are passed through the
 * window.
 */
interface Handover {
  cartwrightEarly?: Map<string, Early>
}

/** Makes GET calls before the app has loaded. The app takes each response by its address, once. */
export function askEarly(urls: readonly string[], token: string): void {
  const early: Handover['cartwrightEarly'] = new Map()
  for (const url of urls) {
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
    const answer = fetch(url, { headers })
    // A failure is reported to the code that takes the response.
    answer.catch(() => undefined)
    void askForPicture(url, answer)
    early.set(url, { token, askedAt: performance.now(), answer })
  }
  ;(globalThis as Handover).cartwrightEarly = early
}

/** The early response to exactly this call, if it was made by the same person and not long ago. */
export function takeEarly(url: string, token: string | null): Promise<Response> | undefined {
  const early = (globalThis as Handover).cartwrightEarly
  const found = early?.get(url)
  if (!found) return undefined
  early?.delete(url)
  const isGood = found.token === token && performance.now() - found.askedAt < GOOD_FOR_MS
  return isGood ? found.answer : undefined
}
