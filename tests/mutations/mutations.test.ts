import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MUTATIONS } from './all-mutations.ts'
import { mutate, type Mutation, staleReason } from './mutation.ts'
import { judge } from './verdict.ts'

// `npm run mutate` shows that each mutation is killed; this only checks that it still fits what it breaks.

test('no two mutations break the same rule', () => {
  const rules = MUTATIONS.map(({ rule }) => rule)
  expect(new Set(rules).size).toBe(rules.length)
})

test.each(MUTATIONS)('the mutation of "$rule" fits its file and names tests that exist', (one) => {
  expect(staleReason(one, readFileSync(one.file, 'utf8'))).toBeNull()
  expect(one.replace).not.toBe(one.find)
  const named = [...one.tests, ...(one.source.startsWith('SPEC §') ? [] : [one.source])]
  expect(named.filter((file) => !existsSync(file))).toEqual([])
  expect(sourcesBeside(one.tests)).toContain(one.named ?? '')
})

/** The test files and the files next to them: a test file may take test names from a table beside it. */
function sourcesBeside(tests: readonly string[]): string {
  const folders = new Set(tests.map((file) => dirname(file)))
  const sources = [...folders].flatMap((folder) => globSync(`${folder}/*.ts`))
  return sources.map((file) => readFileSync(file, 'utf8')).join('\n')
}

describe('a mutation', () => {
  const mutation: Mutation = {
    rule: 'a sum is a sum',
    source: 'arithmetic',
    file: 'sum.ts',
    find: 'a + b',
    replace: 'a - $&b',
    tests: [],
  }

  test('replaces its text, and takes the replacement literally', () => {
    expect(mutate(mutation, 'return a + b')).toBe('return a - $&b')
  })

  test('is stale when its text is gone or ambiguous', () => {
    expect(() => mutate(mutation, 'return a * b')).toThrow('sum.ts: its text is gone')
    expect(() => mutate(mutation, 'a + b || a + b')).toThrow('sum.ts: its text occurs 2 times')
  })
})

describe('a verdict', () => {
  const file = (status: string, tests: readonly (readonly [string, string])[]) => ({
    testResults: [
      {
        name: 'sum.test.ts',
        status,
        message: 'Unexpected token',
        assertionResults: tests.map(([fullName, outcome]) => ({ fullName, status: outcome })),
      },
    ],
  })

  test.each([
    [
      'killed',
      'adds up',
      file('failed', [
        ['is whole', 'passed'],
        ['adds up', 'failed'],
      ]),
    ],
    ['survived', '', file('passed', [['adds up', 'passed']])],
    // The source no longer parses, or a server did not start: that proves nothing about the rule.
    ['broken', 'Unexpected token', file('failed', [['adds up', 'skipped']])],
    ['stale', 'none of its tests ran', file('passed', [['adds up', 'skipped']])],
    ['timed out', '', null],
  ] as const)('reports the tests as "%s"', (outcome, detail, report) => {
    expect(judge(report)).toEqual({ outcome, detail })
  })
})
