import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLOCK_KINDS } from '#contract/events.ts'
import { oneRow, raw, sql } from '#server/db/sql.ts'
import { buildDeal } from '#tests/support/builders.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { wasNotified } from './clock-cause.ts'
import { notifyOfClock } from './notify.ts'

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

test('wasNotified finds the notice that a clock raised, and none with another mark', async () => {
  const { project, creator } = await buildDeal(api.pool)
  const kind = 'clock.deadline_near'
  const mark = '3:2031-05-01'
  await notifyOfClock(api.pool, {
    kind,
    entity: 'project',
    entityId: project.id,
    mark,
    daysLeft: 3,
  })
  const found = (one: string) =>
    oneRow<{ noted: boolean }>(
      api.pool,
      sql`select ${wasNotified(raw(`'${creator.id}'`), {
        kind,
        entityId: raw(`'${project.id}'::uuid`),
        mark: raw(`'${one}'`),
      })} as noted`,
    ).then(({ noted }) => noted)
  expect(await found(mark)).toBe(true)
  expect(await found('1:2031-05-01')).toBe(false)
})

test('no server file builds the cause of a clock’s notice by hand', () => {
  const files = execFileSync('git', ['ls-files', 'server'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  const kinds = CLOCK_KINDS.map((kind) => kind.replace('.', String.raw`\.`)).join('|')
  const built = new RegExp(`['"\`](?:${kinds}):`)
  expect(files.filter((file) => built.test(readFileSync(file, 'utf8')))).toEqual([])
})
