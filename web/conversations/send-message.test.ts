import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendMessage } from './send-message.ts'

const LEFT = new Error('its writer has left')
const WRITER = '0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f'
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

/** Stores someone's session, or none. */
const signIn = (id: string | null) => {
  const session = {
    access_token: 'a',
    refresh_token: 'r',
    expires_at: Date.now() / 1_000 + 3_600,
    user: { id },
  }
  vi.stubGlobal('localStorage', { getItem: () => (id === null ? null : JSON.stringify(session)) })
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  const location = { hostname: 'localhost', origin: 'http://localhost', search: '', hash: '' }
  vi.stubGlobal('window', { location })
  signIn(WRITER)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([
  ['drops every attempt', dropped],
  ['never answers', (_: number, signal: AbortSignal) => silent(signal)],
  ['answers 503', () => Promise.resolve(new Response('{}', { status: 503 }))],
])(
  'a server that %s: sending gives up within ten seconds, every attempt with the same message',
  async (_, send) => {
    const sent = serve(send)
    const outcome = vi.fn<(result: unknown) => void>()
    sendMessage('c', message, WRITER).then(outcome, outcome)
    await vi.advanceTimersByTimeAsync(8_000)
    expect(outcome).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(outcome).toHaveBeenCalledOnce()
    expect(outcome.mock.calls[0]?.[0]).toBeInstanceOf(Error)
    // Every attempt sends the same message.
    expect(new Set(sent.map((body) => JSON.stringify(body)))).toEqual(
      new Set([JSON.stringify(message)]),
    )
  },
)

test('a short outage is bridged by retries', async () => {
  const sent = serve((attempt) =>
    attempt < 3 ? dropped() : Promise.resolve(Response.json({ ...message, seq: 1 })),
  )
  const outcome = sendMessage('c', message, WRITER)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await outcome).toMatchObject({ id: message.id })
  expect(sent).toHaveLength(3)
})

test('a definitive refusal is not retried', async () => {
  const sent = serve(() => Promise.resolve(new Response('{}', { status: 409 })))
  await expect(sendMessage('c', message, WRITER)).rejects.toMatchObject({ status: 409 })
  expect(sent).toHaveLength(1)
})

test.each([null, '1f1f1f1f-1f1f-4f1f-8f1f-1f1f1f1f1f1f'])(
  'nothing is sent after the writer signs out or another account signs in: %s',
  async (next) => {
    const sent = serve(() => dropped())
    const outcome = sendMessage('c', message, WRITER).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(100)
    expect(sent).toHaveLength(1)
    signIn(next)
    await vi.advanceTimersByTimeAsync(9_000)
    expect(await outcome).toEqual(LEFT)
    expect(sent).toHaveLength(1)
    await expect(sendMessage('c', message, WRITER)).rejects.toThrow(LEFT)
    expect(sent).toHaveLength(1)
  },
)
