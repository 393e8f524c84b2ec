import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendMessage } from './send-message.ts'

const message = { id: '01a1fa70-4cb2-7f1d-82a8-2227f5ce38a3', content: 'Are you there?' }

/** Counts the message's own calls; everything else (the probe) succeeds. */
function serve(send: (attempt: number, signal: AbortSignal) => Promise<Response>) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (!url.includes('/messages')) return Promise.resolve(new Response())
    sent.push(JSON.parse(init.body as string))
    return send(sent.length, init.signal as AbortSignal)
  })
  return sent
}

const dropped = () => Promise.reject(new TypeError('Failed to fetch'))
const silent = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error)),
  )

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  const location = { hostname: 'localhost', origin: 'http://localhost', search: '', hash: '' }
  vi.stubGlobal('window', { location })
  vi.stubGlobal('localStorage', { getItem: () => null })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['drops every attempt', dropped],
  ['never answers', (_: number, signal: AbortSignal) => silent(signal)],
  ['answers 503', () => Promise.resolve(new Response('{}', { status: 503 }))],
])('a server that %s: given up within ten seconds, however often it was tried', async (_, send) => {
  const sent = serve(send)
  const outcome = vi.fn<(result: unknown) => void>()
  sendMessage('c', message).then(outcome, outcome)
  await vi.advanceTimersByTimeAsync(8_000)
  expect(outcome).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(outcome).toHaveBeenCalledOnce()
  expect(outcome.mock.calls[0]?.[0]).toBeInstanceOf(Error)
  // Every attempt is the same message.
  expect(new Set(sent.map((body) => JSON.stringify(body)))).toEqual(
    new Set([JSON.stringify(message)]),
  )
})

test('a short outage is waited out', async () => {
  const sent = serve((attempt) =>
    attempt < 3 ? dropped() : Promise.resolve(Response.json({ ...message, seq: 1 })),
  )
  const outcome = sendMessage('c', message)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await outcome).toMatchObject({ id: message.id })
  expect(sent).toHaveLength(3)
})

test('a definitive refusal is not retried', async () => {
  const sent = serve(() => Promise.resolve(new Response('{}', { status: 409 })))
  await expect(sendMessage('c', message)).rejects.toMatchObject({ status: 409 })
  expect(sent).toHaveLength(1)
})
