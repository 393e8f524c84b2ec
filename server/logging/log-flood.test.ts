import { expect, test } from 'vitest'
import { createLog } from './log.ts'
import { createLogFlood } from './log-flood.ts'

interface Line {
  msg: string
  code?: string
  of?: string
  lines?: number
}

function logged(perMinute: number) {
  const lines: Line[] = []
  let now = 0
  const flood = createLogFlood(perMinute, () => now)
  const log = createLog(
    'debug',
    { write: (text: string) => void lines.push(JSON.parse(text) as Line) },
    flood,
  )
  return { lines, log, flood, pass: (ms: number) => (now += ms) }
}

test.each(['info', 'warn', 'error'] as const)(
  'one kind of event logs a limited number of lines per minute (%s)',
  (level) => {
    const { lines, log, flood, pass } = logged(5)
    const denied = () =>
      log.child({ request_id: 'r' })[level]({ code: 'request.unauthenticated' }, 'request denied')
    for (let n = 0; n < 1_000; n += 1) denied()
    expect(lines).toHaveLength(5)
    expect(flood.leftOut()).toBe(995)
    // It suppresses neither another kind, nor the same kind with another code.
    log[level]({ code: 'request.forbidden' }, 'request denied')
    log[level]('something else')
    expect(lines).toHaveLength(7)
    pass(60_000)
    denied()
    expect(lines.slice(7)).toMatchObject([
      { msg: 'lines of one kind were left out', lines: 995 },
      { msg: 'request denied', code: 'request.unauthenticated' },
    ])
    expect(lines[7]?.of).toBe('request denied (request.unauthenticated)')
  },
)

test('made-up codes from callers cannot log an unbounded number of lines', () => {
  const { lines, log } = logged(5)
  for (let n = 0; n < 5_000; n += 1) log.warn({ code: `made up ${n}` }, 'refused')
  expect(lines.length).toBeLessThan(1_100)
})

test('debug lines are not bounded: the operator asked for them', () => {
  const { lines, log } = logged(5)
  for (let n = 0; n < 50; n += 1) log.debug('answered')
  expect(lines).toHaveLength(50)
})
