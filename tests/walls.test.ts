import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  filesPointingBack,
  foldersPointingBack,
  type Import,
  importsIn,
  importsOf,
  printedFolders,
} from '#tests/support/import-graph.ts'

/**
 * What ARCHITECTURE.md promises about who may import what: between roots by lint rules, which are tried here; between
 * folders and files by the graph of all imports (`npm run walls` prints it). Lint's own import/no-cycle does not follow
 * '#…' specifiers.
 */

const IMPORTS = 'eslint(no-restricted-imports)'
const PROPERTIES = 'eslint(no-restricted-properties)'
const importing = (from: string) => `import { x } from '${from}'\nexport const y = x\n`
const rounding = 'export const y = (x: number) => Math.round(x)\n'
const fixing = 'export const y = (x: number) => x.toFixed(2)\n'

/** A file, its content, and the rule that rejects it; null where it is fine. */
const TRIALS: [file: string, content: string, rule: string | null][] = [
  ['web/a/a.ts', importing('#server/config/config.ts'), IMPORTS],
  ['web/a/a.tsx', importing('#sandbox/page/page.ts'), IMPORTS],
  ['web/a/a.ts', importing('../../server/config/config.ts'), IMPORTS],
  ['web/a.ts', importing('node:fs'), IMPORTS],
  // What scripts/router-without-unused.ts leaves out.
  ['web/a.ts', `import { useFetcher } from 'react-router'\nexport const y = useFetcher\n`, IMPORTS],
  ['web/a.ts', `import { useLocation } from 'react-router'\nexport const y = useLocation\n`, null],
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
  ['server/a/a.ts', importing('#sandbox/page/page.ts'), IMPORTS],
  ['server/a/a.ts', importing('../../sandbox/page/page.ts'), IMPORTS],
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

/** Each trial is in a repository of its own, and all are linted in one run. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'walls-'))
  const config = JSON.parse(readFileSync('.oxlintrc.json', 'utf8')) as Record<string, unknown>
  for (const [index, [file, content]] of TRIALS.entries()) {
    const path = join(folder, String(index), file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    // Types are not under test here, and the copy has none.
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

test('no folder or TypeScript file is a catch-all: utils, helpers, common, misc or index', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  }).split('\n')
  const drawer = /(^|\/)(utils?|helpers?|common|misc|index)(\/|\.tsx?$)/
  expect(files.filter((file) => drawer.test(file))).toEqual([])
})

/** The roots whose folders and files form one graph. Tools and tests import all of them, and nothing imports those. */
const GRAPH_ROOTS = ['contract', 'server', 'web', 'sandbox']

/** Folders of server/ that know nothing of the product. They get what they need of it from app.ts. */
const INFRASTRUCTURE = [
  'config',
  'db',
  'events',
  'html',
  'http',
  'jobs',
  'keyring',
  'limits',
  'logging',
  'metrics',
  'pdf',
  'processes',
  'providers',
  'realtime',
  'replica',
  'tracing',
]

test('no link uses prefetch, mask or viewTransition, which the build strips from the router', () => {
  const asked = globSync('web/**/*.tsx').filter((file) =>
    /\bviewTransition\b|<(Nav)?Link\b[^>]*\s(prefetch|mask)=/.test(readFileSync(file, 'utf8')),
  )
  expect(asked).toEqual([])
})

describe('the import graph', () => {
  const imports = importsOf(GRAPH_ROOTS)

  test('has no cycle between folders', () => {
    expect(foldersPointingBack(imports)).toEqual([])
  })

  test('has no cycle between files, type imports included', () => {
    expect(filesPointingBack(imports)).toEqual([])
  })

  test('has no import of the root of server/, which assembles the process, except within it', () => {
    expect(
      imports
        .filter(
          ({ file, imported }) => dirname(imported) === 'server' && dirname(file) !== 'server',
        )
        .map(({ file, imported }) => `${file} → ${imported}`),
    ).toEqual([])
  })

  test('has no import from server infrastructure, except of infrastructure and of contract/', () => {
    const isInfrastructure = (path: string) =>
      INFRASTRUCTURE.some((folder) => path.startsWith(`server/${folder}/`))
    expect(
      imports
        .filter(({ file }) => isInfrastructure(file))
        .filter(({ imported }) => !isInfrastructure(imported) && !imported.startsWith('contract/'))
        .map(({ file, imported }) => `${file} → ${imported}`),
    ).toEqual([])
  })

  test('has no import from scripts/, which builds and runs the product, to tests/ or bench/', () => {
    expect(
      importsOf(['scripts'])
        .filter(({ imported }) => /^(tests|bench)\//.test(imported))
        .map(({ file, imported }) => `${file} → ${imported}`),
    ).toEqual([])
  })

  test("has only './file' imports within a folder and '#root/…' imports everywhere else", () => {
    const all = importsOf([...GRAPH_ROOTS, 'scripts', 'tests', 'bench'], { withTests: true })
    expect(all.length).toBeGreaterThan(5_000)
    expect(
      all.filter((one) => !isOneStyle(one)).map(({ file, specifier }) => `${file}: '${specifier}'`),
    ).toEqual([])
  })

  /** Anything that is not below a root (a file of the repository itself, such as package.json) has no '#' name. */
  function isOneStyle({ file, specifier, imported }: Import): boolean {
    if (dirname(imported) === dirname(file)) return specifier.startsWith('./')
    return specifier.startsWith('#') || dirname(imported) === '.'
  }

  test.each([
    ["import { x } from '#server/b/b.ts'", 'server/b/b.ts'],
    ["import type { X } from './b.ts'", 'server/a/b.ts'],
    ["import {\n  type X,\n  y,\n} from '../c/c.ts'", 'server/c/c.ts'],
    ["import './b.ts'", 'server/a/b.ts'],
    ["export { x } from './b.ts'", 'server/a/b.ts'],
    ["export * from './b.ts'", 'server/a/b.ts'],
    ["const b = await import('#server/b/b.ts')", 'server/b/b.ts'],
    ["import icon from './icon.svg?raw'", 'server/a/icon.svg'],
    ["import pg from 'pg'", undefined],
  ])('includes the file imported by %s, unless that is a package', (source, imported) => {
    expect(importsIn('server/a/a.ts', `${source}\n`).map((one) => one.imported)).toEqual(
      imported === undefined ? [] : [imported],
    )
  })

  test('reports an import that closes a cycle, with its files and the path back', () => {
    const drawn = [
      ...importsIn('server/a/a.ts', "import { b } from '#server/b/b.ts'\n"),
      ...importsIn('server/a/more.ts', "import { b } from '#server/b/b.ts'\n"),
      ...importsIn('server/b/b.ts', "import type { C } from '#server/c/c.ts'\n"),
      ...importsIn('server/b/more.ts', "import { C } from '#server/c/c.ts'\n"),
      ...importsIn('server/c/other.ts', "const { a } = await import('#server/a/a.ts')\n"),
    ]
    expect(foldersPointingBack(drawn)).toEqual([
      'server/c → server/a (other.ts → a.ts) points back: server/a → server/b → server/c',
    ])
    // A cycle of folders does not have to be a cycle of files.
    expect(filesPointingBack(drawn)).toEqual([])
    const pair = [
      ...importsIn('server/a/a.ts', "import { b } from './b.ts'\n"),
      ...importsIn('server/a/b.ts', "import type { A } from './a.ts'\n"),
    ]
    expect(filesPointingBack(pair)).toEqual([
      'server/a/a.ts → server/a/b.ts points back: server/a/b.ts → server/a/a.ts',
    ])
    expect(foldersPointingBack(pair)).toEqual([])
  })

  test('is printed with one line for each folder, below all folders that it imports', () => {
    for (const root of ['server', 'web']) {
      const lines = printedFolders(root, imports).split('\n')
      const folders = new Set(
        imports.map(({ file }) => dirname(file)).filter((folder) => folder.startsWith(root)),
      )
      const printed = lines.filter((line) => line.startsWith('  '))
      expect(printed.length).toBeGreaterThanOrEqual(folders.size)
      expect(printed.at(-1)).toMatch(root === 'server' ? /^ {2}server → / : /^ {2}start-up → /)
      const above = new Set<string>()
      for (const line of printed) {
        const [folder = '', targets = ''] = line.trim().split(' → ')
        expect(above, line).not.toContain(folder)
        for (const target of targets.split(' ').filter((one) => one !== ''))
          expect(above, line).toContain(target)
        above.add(folder)
      }
      const short = (folder: string) => (folder === root ? root : folder.slice(root.length + 1))
      expect([...folders].map(short).filter((folder) => !above.has(folder))).toEqual([])
    }
  })
})
