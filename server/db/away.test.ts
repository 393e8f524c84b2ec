import { expect, test } from 'vitest'
import { hasLostItsTurn, isDatabaseAway } from './away.ts'

test.each([
  ['a standby', '25006', 'cannot execute INSERT in a read-only transaction'],
  [
    'a standby asked for an unlogged table',
    '0A000',
    'cannot access temporary or unlogged relations during recovery',
  ],
  ['a link that fell silent', undefined, 'Query read timeout'],
  ['a machine that vanished', 'EHOSTUNREACH', 'connect EHOSTUNREACH 10.0.0.1:5432'],
  ['a connection without another end', 'ETIMEDOUT', 'read ETIMEDOUT'],
  ['a pooler without a server', '08P01', 'server login has been failing'],
  ['a server that shuts down', '57P01', 'terminating connection due to administrator command'],
])('%s counts as the database being unavailable', (_, code, message) => {
  expect(isDatabaseAway({ ...(code === undefined ? {} : { code }), message })).toBe(true)
})

test.each([
  ['a unique violation', '23505', 'duplicate key value violates unique constraint'],
  ['a missing table', '42P01', 'relation "never" does not exist'],
  [
    'an unsupported statement',
    '0A000',
    'cannot insert multiple commands into a prepared statement',
  ],
])('%s does not count as the database being unavailable', (_, code, message) => {
  expect(isDatabaseAway({ code, message })).toBe(false)
})

test('a time-out, deadlock or serialization failure is worth retrying; a unique violation is not', () => {
  for (const code of ['57014', '55P03', '40P01', '40001'])
    expect(hasLostItsTurn({ code, message: '' })).toBe(true)
  expect(hasLostItsTurn({ code: '23505', message: '' })).toBe(false)
})
