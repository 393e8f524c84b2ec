import { expect, test } from 'vitest'
import { id as uuid } from '#contract/field-schemas.ts'
import { timedId, timeOf } from './timed-id.ts'

test('a stored file’s name is a timestamp plus a random string, and a UUID', () => {
  const now = new Date('2026-06-03T09:41:00.123Z')
  const one = timedId(now)
  expect(uuid.safeParse(one).success).toBe(true)
  expect(timeOf(one)).toEqual(now)
  expect(timedId(now)).not.toBe(one)
  // Later files sort after earlier ones.
  expect(timedId(new Date(now.getTime() + 1)) > one).toBe(true)
})
