import { expect, test } from 'vitest'
import { endTurn, takeTurn } from './upload-turns.ts'

test('four uploads run at once; each end starts the next, and ending one that never ran does nothing', async () => {
  const uploads = Array.from({ length: 6 }, () => ({}))
  const begun: number[] = []
  const all = uploads.map(async (upload, at) => {
    await takeTurn(upload)
    begun.push(at)
  })
  await Promise.all(all.slice(0, 4))
  for (const never of uploads.slice(4)) endTurn(never)
  expect(begun).toEqual([0, 1, 2, 3])
  for (const upload of uploads.slice(0, 2)) endTurn(upload)
  await Promise.all(all)
  expect(begun).toEqual([0, 1, 2, 3, 4, 5])
  for (const upload of uploads) endTurn(upload)
})
