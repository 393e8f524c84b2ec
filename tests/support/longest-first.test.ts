import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LONGEST } from './longest-first.ts'

test('every file listed to start early exists', () => {
  expect(LONGEST.filter((path) => !existsSync(path))).toEqual([])
})
