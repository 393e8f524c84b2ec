import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { PINNED, satisfies } from './node-version.mjs'

const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  engines: { node: string }
}

test.each([
  ['18.20.8', false],
  ['20.19.0', false],
  ['20.20.2', false],
  ['21.7.3', false],
  ['22.0.0', false],
  ['22.9.0', false],
  ['22.21.9', false],
  ['22.22.0', true],
  ['22.22.5', true],
  ['22.100.0', true],
  // Odd releases: the test runner supports neither, and both have reached end of life.
  ['23.0.0', false],
  ['23.11.1', false],
  ['24.0.0', true],
  ['24.21.0', true],
  ['25.9.0', false],
  ['26.0.0', true],
  ['26.10.0', true],
  ['27.0.0-nightly20261122', true],
  ['100.0.0', true],
])('Node %s is supported: %s', (version, supported) => {
  expect(satisfies(version, engines.node)).toBe(supported)
})

test('.nvmrc names the pinned Node version, and engines accepts it', () => {
  const named = readFileSync('.nvmrc', 'utf8').trim()
  expect(named).toBe(PINNED)
  expect(satisfies(named, engines.node)).toBe(true)
})

// The lower bound of each clause; no dependency refuses a later release of the same major version.
test('the stated range allows no Node that a dependency refuses', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { engines?: { node?: string }; optional?: boolean }>
  }
  const edges = engines.node.match(/\d+\.\d+\.\d+/g) ?? []
  expect(edges.length).toBeGreaterThan(0)
  const refusing = Object.entries(packages).flatMap(([path, { engines: its, optional }]) =>
    // Optional dependencies are for certain platforms; npm omits those that do not fit.
    edges
      .filter((edge) => !optional && its?.node && !allows(its.node, edge))
      .map((edge) => `${path}: ${edge}`),
  )
  expect(refusing).toEqual([])
})

const folder = mkdtempSync(join(tmpdir(), 'cartwright-other-node-'))
const groups: number[] = []
// Processes that a failed test left running would block the runner.
afterEach(() => {
  for (const group of groups.splice(0)) {
    try {
      process.kill(-group, 'SIGKILL')
    } catch {
      // All of its processes have ended.
    }
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a program that reruns itself under the Node of `folder`, where it runs `under`. */
function rerun(under: string, ...args: string[]) {
  const program = join(folder, 'program.mjs')
  writeFileSync(
    program,
    `import { rerunUnder } from ${JSON.stringify(resolve('scripts/node-version.mjs'))}
if (!process.env.RUN_BY_OTHER_NODE) await rerunUnder(${JSON.stringify(folder)})
${under}`,
  )
  rmSync(join(folder, 'node'), { force: true })
  symlinkSync(process.execPath, join(folder, 'node'))
  // The suite itself may run under the other Node; the program must start as if it did not.
  const { RUN_BY_OTHER_NODE: _, ...env } = process.env
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
    detached: true,
  })
  if (child.pid !== undefined) groups.push(child.pid)
  return child
}

test('a rerun under another Node keeps arguments and exit code, and has its folder first on the PATH', async () => {
  const child = rerun(
    `console.log(JSON.stringify({ args: process.argv.slice(2), path: process.env.PATH }))
process.exit(7)`,
    '--only-build',
    'a b',
  )
  const [[output], [code]] = (await Promise.all([
    once(child.stdout, 'data'),
    once(child, 'close'),
  ])) as [[Buffer], [number]]
  const { args, path } = JSON.parse(String(output)) as { args: string[]; path: string }
  expect(args).toEqual(['--only-build', 'a b'])
  expect(path.split(delimiter)[0]).toBe(folder)
  expect(code).toBe(7)
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a rerun under another Node receives %s, and its own exit code is passed on',
  async (signal) => {
    const child = rerun(
      `process.on('${signal}', () => process.exit(3))
setInterval(() => {}, 1_000)
console.log('ready')`,
    )
    await once(child.stdout, 'data')
    child.kill(signal)
    expect(await once(child, 'close')).toEqual([3, null])
  },
)

/** A dependency's range, in the npm syntax that the lockfile contains. */
function allows(range: string, version: string): boolean {
  return range.split('||').some((clause) =>
    clause
      .replaceAll(/(>=|<|\^)\s+/g, '$1')
      .trim()
      .split(/\s+/)
      .every((part) => allowsPart(part, version)),
  )
}

function allowsPart(part: string, version: string): boolean {
  if (part === '*' || part === '') return true
  const [, sign = '', major = '0', minor, patch] =
    /^(>=|<|\^|)(\d+)(?:\.(\d+|[x*]))?(?:\.(\d+|[x*]))?/.exec(part) ?? []
  const digits = (one: string | undefined) => (one && /\d/.test(one) ? one : '0')
  const floor = `${major}.${digits(minor)}.${digits(patch)}`
  if (sign === '<') return !satisfies(version, `>=${floor}`)
  // Without an operator, "20" and "6.*" mean any release of that major version; an exact version does not occur.
  return satisfies(version, `${sign === '>=' ? '>=' : '^'}${floor}`)
}
