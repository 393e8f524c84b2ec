import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { CRASH_CASES, nameOf } from './crash-case.ts'
import type { CrashProgram } from './crash.ts'
import { crashMatrixProgram, type CrashSite, openCrashSite } from './matrix.ts'

let program: CrashProgram
let site: CrashSite
beforeAll(async () => {
  program = await crashMatrixProgram()
  site = await openCrashSite(inject('templateDatabaseUrl'), program)
})
afterAll(async () => {
  await site.close()
  program.remove()
})

/**
 * A few cases from the table: one of each operation and one of each fault that lets money move. `npm run money:crashes`
 * runs them all.
 */
const CHOSEN = [
  'fund by page / event stored / events twice',
  'fund by saved card / after the call / none',
  'release / after the call / no answer, done',
  'refund / outcome not committed / 500 kept, done',
  'split / before the call again / none',
  'retry / marked as sent / refused',
  'fund extra by page / change committed / events twice',
  'release with extra / after the call again / none',
  'decide with extra / outcome not committed a third time / none',
  'call off / page ended / none',
  'lapse / change committed / none',
  'agree / outcome not committed / no answer, done',
  'accept order / order committed / none',
  'accept order / after the call / no answer, done',
  'extend by page / months committed / events twice',
  'extend by saved card / after the call again / no answer, done',
]

test.each(CHOSEN)('a crash leaves nothing wrong once the product runs again: %s', async (name) => {
  const which = CRASH_CASES.find((one) => nameOf(one) === name)
  if (which === undefined) throw new Error(`there is no case ${name}`)
  expect((await site.run(which)).wrong).toEqual([])
})
