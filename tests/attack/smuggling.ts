import { sendRaw } from '#tests/support/raw-http.ts'
import type { Family } from './family.ts'

const HIDDEN = 'GET /api/smuggled HTTP/1.1\r\nHost: x\r\n\r\n'
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const post = (headers: readonly string[], body: string) =>
  `POST /api/projects HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers.map((one) => `${one}\r\n`).join('')}\r\n${body}`

/** Requests whose end two chained servers could see in different places, with another request after that end. */
const AMBIGUOUS: Readonly<Record<string, string>> = {
  'a length and chunks': post(
    ['Content-Length: 4', 'Transfer-Encoding: chunked'],
    `0\r\n\r\n${HIDDEN}`,
  ),
  'chunks and a length': post(
    ['Transfer-Encoding: chunked', `Content-Length: ${5 + HIDDEN.length}`],
    `0\r\n\r\n${HIDDEN}`,
  ),
  'two lengths': post(['Content-Length: 2', 'Content-Length: 40'], `{}${HIDDEN}`),
  'two lengths in one line': post(['Content-Length: 2, 40'], `{}${HIDDEN}`),
  'a length with a sign': post(['Content-Length: +2'], `{}${HIDDEN}`),
  'a negative length': post(['Content-Length: -1'], HIDDEN),
  'a length in hexadecimal': post(['Content-Length: 0x2'], `{}${HIDDEN}`),
  'a length with a space before the colon': post(['Content-Length : 2'], `{}${HIDDEN}`),
  'an encoding with a space before the colon': post(
    ['Transfer-Encoding : chunked'],
    `0\r\n\r\n${HIDDEN}`,
  ),
  'an encoding behind a tab': post(
    ['Transfer-Encoding:\tchunked', 'Content-Length: 4'],
    `0\r\n\r\n${HIDDEN}`,
  ),
  'an encoding that is not chunked': post(
    ['Transfer-Encoding: xchunked', 'Content-Length: 4'],
    `0\r\n\r\n${HIDDEN}`,
  ),
  'two encodings': post(
    ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
    `0\r\n\r\n${HIDDEN}`,
  ),
  'chunked and then something else': post(
    ['Transfer-Encoding: chunked, identity'],
    `0\r\n\r\n${HIDDEN}`,
  ),
  'a folded header': post(
    ['Transfer-Encoding:', ' chunked', 'Content-Length: 4'],
    `0\r\n\r\n${HIDDEN}`,
  ),
  'a header that ends with a bare line feed': `POST /api/projects HTTP/1.1\r\nHost: x\r\nX: y\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${HIDDEN}`,
  'a header that ends with a bare return': `POST /api/projects HTTP/1.1\r\nHost: x\r\nX: y\rContent-Length: 2\r\n\r\n{}${HIDDEN}`,
  'a NUL in a header': post(['Content-Length: 2\u0000', 'X: y'], `{}${HIDDEN}`),
  'a chunk size that is too large to count': post(
    ['Transfer-Encoding: chunked'],
    `ffffffffffffffff0\r\n{}\r\n0\r\n\r\n${HIDDEN}`,
  ),
  'a chunk size with a sign': post(
    ['Transfer-Encoding: chunked'],
    `-2\r\n{}\r\n0\r\n\r\n${HIDDEN}`,
  ),
  'a chunk longer than it says': post(
    ['Transfer-Encoding: chunked'],
    `2\r\n{}${HIDDEN}\r\n0\r\n\r\n`,
  ),
  'a chunk that ends without a return': post(
    ['Transfer-Encoding: chunked'],
    `2\r\n{}\n0\r\n\r\n${HIDDEN}`,
  ),
  'a request line with two targets': `GET /api/projects /api/smuggled HTTP/1.1\r\nHost: x\r\n\r\n${HIDDEN}`,
  'a version that is not': `GET /api/projects HTTP/9.9\r\nHost: x\r\n\r\n${HIDDEN}`,
  'a line feed in the target': `GET /api/projects\nHost: x HTTP/1.1\r\nHost: x\r\n\r\n${HIDDEN}`,
  'no host': `GET /api/projects HTTP/1.1\r\n\r\n${HIDDEN}`,
  'two hosts': `GET /api/projects HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n${HIDDEN}`,
}

/** Requests whose end is unambiguous, and that carry another request within them. */
const HARMLESS: Readonly<Record<string, string>> = {
  'another request as the body': post([`Content-Length: ${HIDDEN.length}`], HIDDEN),
  'another request as a chunk': post(['Transfer-Encoding: chunked'], `${chunk(HIDDEN)}0\r\n\r\n`),
}

/**
 * After this long without a byte the response is complete: it arrives within a millisecond or two, or a hundred on a
 * slow machine.
 */
const SILENCE_MS = 1_500

const answersIn = (text: string) => text.match(/HTTP\/1\.1 \d{3} /g) ?? []

/**
 * A request hidden behind another's end. An ambiguous request is refused, and its connection is closed without a
 * response to what follows; a request inside a body is treated as a body.
 */
export const smuggling: Family = {
  name: 'smuggling',
  async attack(target, tally, { some }) {
    const port = Number(new URL(target.origin).port)
    const send = (bytes: string) => sendRaw(port, [bytes], { idleMs: SILENCE_MS })
    const tries = [
      ...some(Object.entries(AMBIGUOUS), AMBIGUOUS_FEW).map((one) => [...one, true] as const),
      ...Object.entries(HARMLESS).map((one) => [...one, false] as const),
    ]
    await Promise.all(
      tries.map(async ([what, bytes, isAmbiguous]) => {
        const answer = await send(bytes)
        const answers = answersIn(answer)
        const complaint =
          // Several refusals of the same bytes are as good as one: a hidden request would get a 404.
          answers.some((one) => answers.length > 1 && !one.includes(' 400 ')) ||
          answer.includes('smuggled')
            ? `was answered ${answers.length} times: ${answers.join('')}`
            : isAmbiguous && !/^(HTTP\/1\.1 4|$)/.test(answer)
              ? `was answered ${answers.join('')}`
              : null
        tally.count(what, complaint)
      }),
    )
    // Headers that a proxy in front may add on its own: nothing in a header names another address, method or person.
    const overrides: Record<string, string>[] = [
      { 'x-original-url': '/api/profiles/me', 'x-rewrite-url': '/api/profiles/me' },
      { 'x-http-method-override': 'DELETE', 'x-method-override': 'POST' },
      {
        'x-forwarded-user': target.world.people.owner.id,
        'x-user-id': target.world.people.owner.id,
      },
      {
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        forwarded: 'host=evil.example',
      },
      { 'transfer-encoding-': 'chunked', 'x-accel-redirect': '/storage/private' },
    ]
    const plain = await target.send({ path: '/api/projects' })
    for (const headers of overrides) {
      const { status, body, headers: given } = await target.send({ path: '/api/projects', headers })
      const isSame =
        status === plain.status &&
        body.replace(/"request_id":"[^"]*"/, '') === plain.body.replace(/"request_id":"[^"]*"/, '')
      const leaks = `${body}${[...given.values()].join(' ')}`.includes('evil.example')
      tally.count(
        `with ${Object.keys(headers).join(', ')}`,
        isSame && !leaks ? null : `${status} ${body}`,
      )
    }
  },
}

/** A short run tries all of them: they are sent concurrently. */
const AMBIGUOUS_FEW = 100
