import fastify from 'fastify'
import { expect, test } from 'vitest'
import { clientAddress } from './client-address.ts'

const FORWARDED = [
  undefined,
  '',
  '203.0.113.1',
  '203.0.113.1, 203.0.113.2',
  ' 203.0.113.1 ,203.0.113.2,  203.0.113.3',
]

test('the client address matches the framework’s behind zero to three trusted proxies', async () => {
  for (const trusted of [0, 1, 2, 3]) {
    const app = fastify({ trustProxy: (_address, hop) => hop < trusted })
    app.get('/', (request) => ({ theirs: request.ip, ours: clientAddress(request.raw, trusted) }))
    for (const forwarded of FORWARDED) {
      const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
      const answer = await app.inject({ url: '/', headers })
      expect(answer.statusCode).toBe(200)
      const { theirs, ours } = answer.json<Record<string, string>>()
      expect(ours, `${trusted} proxies, ${forwarded}`).toBe(theirs)
    }
    await app.close()
  }
})
