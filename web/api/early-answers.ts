import { askForPicture } from './early-picture.ts'

/** An answer nobody took by then is an old one, in ms. */
const GOOD_FOR_MS = 10_000

interface Early {
  token: string
  askedAt: number
  answer: Promise<Response>
}

/** The calls are made by a script of their own in the page (web/start-up/first-calls-script.ts), so they are handed over by the window. */
interface Handover {
  cartwrightEarly?: Map<string, Early>
}

/** Makes GET calls before the app is there to make them: it takes the answers by their addresses, each once. */
export function askEarly(urls: readonly string[], token: string): void {
  const early: Handover['cartwrightEarly'] = new Map()
  for (const url of urls) {
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` }
    const answer = fetch(url, { headers })
    // A failure is told to whoever takes it.
    answer.catch(() => undefined)
    void askForPicture(url, answer)
    early.set(url, { token, askedAt: performance.now(), answer })
  }
  ;(globalThis as Handover).cartwrightEarly = early
}

/** The answer to this very call if it was asked for early, by the same person and not long ago. */
export function takeEarly(url: string, token: string | null): Promise<Response> | undefined {
  const early = (globalThis as Handover).cartwrightEarly
  const found = early?.get(url)
  if (!found) return undefined
  early?.delete(url)
  const isGood = found.token === token && performance.now() - found.askedAt < GOOD_FOR_MS
  return isGood ? found.answer : undefined
}
