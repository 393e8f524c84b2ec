import { expect, test } from 'vitest'
import { AppError } from '#server/http/app-error.ts'
import { startApi } from './api.ts'
import { twoProcesses } from './two-processes.ts'

test('each side of a race starts first in turn; the outcomes keep the order of the arguments', async () => {
  const api = await startApi()
  const processes = twoProcesses(api.deps)
  const started: string[][] = []
  for (const round of [0, 1]) {
    const begun: string[] = []
    const start = (name: string) => () => Promise.resolve(begun.push(name))
    const outcomes = await processes.race(
      start('one'),
      async (deps) => {
        expect(deps.pool).toBe(processes.second)
        await start('other')()
        throw new AppError('request.not_found')
      },
      round,
    )
    expect(outcomes).toEqual(['ok', 'request.not_found'])
    started.push(begun)
  }
  expect(started).toEqual([
    ['one', 'other'],
    ['other', 'one'],
  ])
  await processes.close()
  await api.close()
})
