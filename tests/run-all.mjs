import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from '#scripts/build.mjs'
import { ensureDependencies } from '#scripts/dependencies.mjs'
import { ensureSupportedNode } from '#scripts/node-version.mjs'

// `npm test`: everything. `npm run check` (--without-browser): everything but the browser stories. Every part runs
// whatever the previous one found; the last line is the summary.

/** How many lines of a failure's reason to repeat at the end of the log; the whole reason is where it happened. */
const REASON_LINES = 12

await ensureSupportedNode()
const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
if (!(await ensureDependencies(root))) process.exit(1)

// Servers and other child processes start hundreds of times: with this, Node compiles what they load only once.
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/node')

const startedAt = performance.now()
const reports = mkdtempSync(join(tmpdir(), 'cartwright-reports-'))
let passed = 0
let failed = 0
let skipped = 0
/** @type {string[]} */
const broken = []
/** Failures with their reasons: repeated at the end, which is where people look first in a long log. */
/** @type {string[]} */
const reasons = []
// Makes piped output look as it would in the terminal itself.
const checkEnv = process.stdout.isTTY ? { ...process.env, FORCE_COLOR: '1' } : process.env

const quick = process.argv.includes('--without-browser')
// Linting takes about as long as all the others together, so it runs in parallel.
const lint = check('lint', tool('oxlint'), ['--type-aware', '--deny-warnings'])
for (const part of ['contract', 'server', 'web']) {
  // Its threads would each check the same types again, and the other core is busy with the lint.
  const args = ['-p', `tsconfig.${part}.json`, '--singleThreaded']
  printResult(await check(`types of ${part}`, tool('tsc'), args))
}
printResult(await check('format', tool('oxfmt'), ['--check']))
printResult(await check('unused code', tool('knip'), []))
if (quick) printResult(await pageWeight())
printResult(await lint)
// How many seeds of the money simulator: a first look, or a few hundred (tests/money/simulate.test.ts).
process.env['MONEY_SEEDS'] ??= quick ? '30' : '200'
// Both parts in one run: stories start on the workers that the last long unit tests leave free.
runTests(quick || !(await isBuilt()) ? ['unit'] : ['unit', 'stories'])
rmSync(reports, { recursive: true, force: true })

console.log(`\nTook ${Math.round((performance.now() - startedAt) / 1000)} s.`)
if (skipped > 0) console.log(`${skipped} skipped`)
for (const reason of reasons) console.log(`\n${reason}`)
if (broken.length > 0) console.log(`Failed: ${broken.join(', ')}`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

/** @param {string} name */
function tool(name) {
  return join('node_modules/.bin', name)
}

/**
 * Runs a check and captures its output.
 * @param {string} name
 * @param {string} program
 * @param {string[]} args
 */
async function check(name, program, args) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: checkEnv })
  /** @type {[NodeJS.WriteStream, Buffer][]} */
  const output = []
  child.stdout.on('data', (chunk) => output.push([process.stdout, chunk]))
  child.stderr.on('data', (chunk) => output.push([process.stderr, chunk]))
  const [status] = await once(child, 'close').catch((error) => {
    output.push([process.stderr, Buffer.from(`${error}\n`)])
    return [null]
  })
  return { name, passed: status === 0, output }
}

/**
 * Prints and counts a finished check.
 * @param {Awaited<ReturnType<typeof check>>} done
 */
function printResult({ name, passed, output }) {
  console.log(`\n— ${name}`)
  for (const [stream, chunk] of output) stream.write(chunk)
  if (!passed) fail(name)
}

/** Builds what the stories open, and measures its size. */
async function isBuilt() {
  try {
    await ensureBuilt(root)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    fail('build')
    return false
  }
  printResult(await pageWeight())
  return true
}

/** What each page loads: measured on the current build if there is one, so after building. */
function pageWeight() {
  return check('page weight', process.execPath, ['scripts/size-check.mjs'])
}

/**
 * Runs vitest's projects together and adds up their counts.
 * @param {string[]} projects
 */
function runTests(projects) {
  const name = `tests (${projects.join(', ')})`
  console.log(`\n— ${name}`)
  const report = join(reports, 'tests.json')
  const { status } = spawnSync(
    'node_modules/.bin/vitest',
    [
      'run',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const counts = readCounts(report)
  passed += counts.passed
  failed += counts.failed
  skipped += counts.skipped
  reasons.push(...counts.reasons)
  // A file that cannot be loaded, or an error outside any test, has no failed test to report.
  if (status !== 0 && counts.failed === 0) fail(name)
}

/** @param {string} report */
function readCounts(report) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    )
    return {
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: numPendingTests,
      reasons: testResults.flatMap(failuresOf),
    }
  } catch {
    return { passed: 0, failed: 0, skipped: 0, reasons: [] }
  }
}

/**
 * A file's failures, with the first lines of their reasons.
 * @param {{ name: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }} file
 */
function failuresOf({ name, assertionResults }) {
  return assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => {
      const why = failureMessages.join('\n').split('\n').slice(0, REASON_LINES).join('\n  ')
      return `Failed: ${relative(root, name)} > ${fullName}\n  ${why}`
    })
}

/** @param {string} name */
function fail(name) {
  broken.push(name)
  failed += 1
}
