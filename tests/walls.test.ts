import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** What ARCHITECTURE.md promises about who may import what, tried on the lint rules that hold it. */

const IMPORTS = 'eslint(no-restricted-imports)'
const PROPERTIES = 'eslint(no-restricted-properties)'
const importing = (from: string) => `import { x } from '${from}'\nexport const y = x\n`
const rounding = 'export const y = (x: number) => Math.round(x)\n'
const fixing = 'export const y = (x: number) => x.toFixed(2)\n'

/** A file, what is in it, and the rule that refuses it; null where it is fine. */
const TRIALS: [file: string, content: string, rule: string | null][] = [
  ['web/a/a.ts', importing('#server/config/config.ts'), IMPORTS],
  ['web/a/a.tsx', importing('#sandbox/page.ts'), IMPORTS],
  ['web/a/a.ts', importing('../../server/config/config.ts'), IMPORTS],
  ['web/a.ts', importing('node:fs'), IMPORTS],
  ['web/a/a.ts', importing('#contract/money.ts'), null],
  ['web/a/a.ts', importing('../ui/Button.tsx'), null],
  ['contract/a.ts', importing('#server/config/config.ts'), IMPORTS],
  ['contract/a.ts', importing('../web/routes.tsx'), IMPORTS],
  ['contract/a.ts', importing('node:fs'), IMPORTS],
  ['contract/a.ts', importing('react'), IMPORTS],
  ['contract/a.ts', importing('zod'), IMPORTS],
  ['contract/a.ts', importing('./b-schemas.ts'), IMPORTS],
  ['contract/a.ts', importing('./money.ts'), null],
  ['contract/a.ts', `import type { X } from './b-schemas.ts'\nexport type Y = X\n`, null],
  ['contract/a-schemas.ts', importing('pg'), IMPORTS],
  ['contract/a-schemas.ts', importing('zodiac'), IMPORTS],
  ['contract/a-schemas.ts', importing('#server/config/config.ts'), IMPORTS],
  ['contract/a-schemas.ts', importing('zod'), null],
  ['contract/a-schemas.ts', importing('./a.ts'), null],
  ['server/a/a.ts', importing('#sandbox/page.ts'), IMPORTS],
  ['server/a/a.ts', importing('../../sandbox/page.ts'), IMPORTS],
  ['server/a.ts', importing('#web/routes.tsx'), IMPORTS],
  ['server/a.ts', importing('#tests/support/api.ts'), IMPORTS],
  ['server/a/a.ts', importing('#contract/money.ts'), null],
  ['server/a/a.ts', importing('pg'), null],
  ['server/a/a.test.ts', importing('#sandbox/mail/mail-sandbox.ts'), null],
  ['sandbox/a.ts', importing('#server/config/config.ts'), null],
  ['contract/a.ts', rounding, PROPERTIES],
  ['server/a/a.ts', rounding, PROPERTIES],
  ['server/a/a.ts', fixing, PROPERTIES],
  ['web/a/a.tsx', rounding, PROPERTIES],
  ['web/a/a.tsx', fixing, PROPERTIES],
  ['contract/money.ts', rounding + fixing.replace('y', 'z'), null],
  ['server/a.ts', 'export default 1\n', 'import(no-default-export)'],
  ['server/a.ts', 'export const y = (x: any) => x\n', 'typescript(no-explicit-any)'],
  ['server/a.ts', `console.log('x')\n`, 'eslint(no-console)'],
  [
    'server/a.test.ts',
    `import { expect, test } from 'vitest'\ntest.skip('x', () => expect(1).toBe(1))\n`,
    'vitest(no-disabled-tests)',
  ],
]

let folder: string
let refusals: Map<string, string[]>

/** Each trial in a repository of its own, all linted in one go. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'walls-'))
  const config = JSON.parse(readFileSync('.oxlintrc.json', 'utf8')) as Record<string, unknown>
  for (const [index, [file, content]] of TRIALS.entries()) {
    const path = join(folder, String(index), file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    // Types are not what is tried here, and the copy has none.
    const untyped = JSON.stringify({ ...config, $schema: undefined, options: undefined })
    writeFileSync(join(folder, String(index), '.oxlintrc.json'), untyped)
  }
  const lint = spawnSync(resolve('node_modules/.bin/oxlint'), ['-f', 'json', '.'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const { diagnostics } = JSON.parse(lint.stdout) as {
    diagnostics: { code: string; filename: string }[]
  }
  refusals = new Map(TRIALS.map((_, index) => [String(index), []]))
  for (const { code, filename } of diagnostics)
    refusals.get(filename.split('/')[0] ?? '')?.push(code)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(TRIALS.map((trial, index) => [...trial, index] as const))(
  '%s: %s → %s',
  (_file, _content, rule, index) => {
    const refused = new Set(refusals.get(String(index)))
    const named = [...refused].filter((code) => rule === null || code === rule)
    expect(named).toEqual(rule === null ? [] : [rule])
  },
)

test('there are no catch-all drawers', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  }).split('\n')
  const drawer = /(^|\/)(utils?|helpers?|common|misc|index)(\/|\.tsx?$)/
  expect(files.filter((file) => drawer.test(file))).toEqual([])
})
