import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { AppError } from './app-error.ts'
import { createHttpApp } from './app.ts'
import { createLog } from '#server/logging/log.ts'

interface Line {
  level: number
  msg: string
  request_id: string
  code?: string
  route?: string
}

const logged: Line[] = []
let app: FastifyInstance
beforeAll(() => {
  app = createHttpApp(
    createLog('debug', { write: (line: string) => void logged.push(JSON.parse(line) as Line) }),
    0,
  )
  const failures: Record<string, () => Error> = {
    broken: () => new Error('it broke'),
    away: () => Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
    denied: () => new AppError('request.unauthenticated'),
    often: () => new AppError('request.too_many'),
    mistaken: () => new AppError('request.invalid'),
  }
  app.get<{ Params: { name: string } }>('/api/:name', async (request) => {
    const failure = failures[request.params.name]
    if (failure !== undefined) throw failure()
    return {}
  })
})
afterAll(() => app.close())

test.each([
  ['a failure of ours', 'broken', 50],
  ['a database that is away', 'away', 40],
  ['a denial', 'denied', 30],
  ['too many tries', 'often', 30],
  ['an everyday mistake', 'mistaken', 20],
])(
  '%s is logged with its level, code and request id, and without its URL',
  async (_, name, level) => {
    const answer = await app.inject(`/api/${name}?secret=PLANTED`)
    const lines = logged.filter((line) => line.request_id === answer.headers['x-request-id'])
    const [told] = lines
    expect(told).toMatchObject({ level, route: '/api/:name', code: answer.json<Line>().code })
    expect(lines.at(-1)).toMatchObject({ level: 20, msg: 'answered' })
    expect(JSON.stringify(lines)).not.toContain('PLANTED')
  },
)

test('a healthy response logs nothing above debug', async () => {
  const answer = await app.inject('/api/well')
  const lines = logged.filter((line) => line.request_id === answer.headers['x-request-id'])
  expect(lines.map(({ level }) => level)).toEqual([20])
})
