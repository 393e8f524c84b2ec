import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RawAnswer, startAuth, type TestAuth, uniqueEmail } from '#tests/support/auth.ts'

let auth: TestAuth
beforeAll(async () => {
  auth = await startAuth()
})
afterAll(() => auth.close())

/** Asked of each address, in turns. */
const SAMPLES = 40

const calls = [
  ['/signup', (email: string) => ({ email, password: 'correct horse', data: { name: 'Maya' } })],
  ['/recover', (email: string) => ({ email })],
  ['/resend', (email: string) => ({ email, type: 'signup' })],
  ['/otp', (email: string) => ({ email })],
  ['/otp', (email: string) => ({ email, create_user: false })],
  ['/magiclink', (email: string) => ({ email })],
  ['/token?grant_type=password', (email: string) => ({ email, password: 'battery staple' })],
  ['/verify', (email: string) => ({ email, type: 'email', token: '000000' })],
] as const

/** What could tell two answers apart: everything but what is random or a clock in every answer. */
function faceOf({ status, headers, body }: RawAnswer) {
  const shown = [...headers].filter(
    ([name]) => !['date', 'x-request-id', 'content-length'].includes(name),
  )
  return { status, headers: shown, body: shapeOf(body) }
}

/** Names and types in their order. Identities and the role differ by contract (AUTH.md §3). */
function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.entries(value).map(([name, child]) =>
    name === 'identities' ? [name, Array.isArray(child)] : [name, shapeOf(child)],
  )
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

test.each(calls)(
  '%s answers alike for a known and an unknown address (%#)',
  async (path, bodyFor) => {
    const times = { known: [] as number[], unknown: [] as number[] }
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      // A new person each time: a second mail to one address would be another case.
      const known = (await auth.person()).email
      const order =
        sample % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
      const faces: Partial<Record<'known' | 'unknown', unknown>> = {}
      for (const kind of order) {
        const email = kind === 'known' ? known : uniqueEmail('nobody')
        const body = bodyFor(email)
        const begun = performance.now()
        const answer = await auth.call('POST', path, { body })
        times[kind].push(performance.now() - begun)
        faces[kind] = faceOf(answer)
      }
      expect(faces.known).toEqual(faces.unknown)
    }
    const ratio = median(times.known) / median(times.unknown)
    process.stdout.write(
      `${path}: known ÷ unknown ${ratio.toFixed(2)} (${median(times.unknown).toFixed(1)} ms)\n`,
    )
  },
  60_000,
)
