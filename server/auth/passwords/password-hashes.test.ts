import { expect, test } from 'vitest'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import { createHashQueue, createPasswordHashes, PASSWORD_COST } from './password-hashes.ts'

const cheap = { memoryCost: 64, timeCost: 1 }

test('a password matches its own hash, and never a missing one', async () => {
  const hashes = createPasswordHashes(cheap)
  const stored = await hashes.hash('correct horse')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
  expect(await hashes.matches(stored, 'correct horse')).toBe(true)
  expect(await hashes.matches(stored, 'Correct horse')).toBe(false)
  expect(await hashes.matches(null, 'correct horse')).toBe(false)
})

test('by default a password costs 19 MiB and two passes of argon2id', async () => {
  const stored = await createPasswordHashes(PASSWORD_COST).hash('correct horse')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('hashing beyond the queue limit is refused with a retry time, and queued work completes', async () => {
  const hashes = createPasswordHashes(cheap, createHashQueue(3))
  const results = await Promise.allSettled(
    Array.from({ length: 12 }, () => hashes.hash('correct horse')),
  )
  const refused = results.filter((result) => result.status === 'rejected')
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(5)
  expect(refused).toHaveLength(7)
  for (const { reason } of refused) {
    expect(reason).toBeInstanceOf(AuthError)
    expect(reason).toMatchObject({ status: 429, code: 'over_request_rate_limit', retryAfter: 2 })
  }
  await expect(hashes.hash('again')).resolves.toMatch(/^\$argon2id/)
})
