import { expect, inject, test } from 'vitest'
import { attack } from './attack.ts'
import { tableOf } from './tally.ts'

test('no attack of any family succeeds in a short run', async () => {
  const tallies = await attack({
    template: {
      templateUrl: inject('templateDatabaseUrl'),
      servingRole: inject('servingRole'),
    },
    isShort: true,
    seed: 1,
  })
  expect(
    tallies.flatMap(({ findings }) => findings),
    tableOf(tallies),
  ).toEqual([])
  for (const { family, attempts } of tallies) expect(attempts, family).toBeGreaterThan(5)
})
