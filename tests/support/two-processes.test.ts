import { expect, test } from 'vitest'
import { startApi } from './api.ts'
import { twoProcesses } from './two-processes.ts'

test('over two rounds, each side of a race starts first once', async () => {
  const api = await startApi()
  const processes = twoProcesses(api.deps)
  const started: string[][] = []
  for (const round of [0, 1]) {
    const begun: string[] = []
    const start = (name: string) => () => Promise.resolve(begun.push(name))
    const outcomes = await processes.race(
      start('one'),
      (deps) => {
        expect(deps.pool).toBe(processes.second)
        return start('other')()
      },
      round,
    )
    expect(outcomes).toEqual(['ok', 'ok'])
    started.push(begun)
  }
  expect(started).toEqual([
    ['one', 'other'],
    ['other', 'one'],
  ])
  await processes.close()
  await api.close()
})
