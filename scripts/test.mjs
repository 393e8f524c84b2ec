import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { ensureDependencies } from './dependencies.mjs'

// `npm test`: everything. `npm run check` (--without-browser): everything but the browser stories.
// Every part runs whatever the one before it found; the last line is the sum.

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
if (!(await ensureDependencies(root))) process.exit(1)

const startedAt = performance.now()
const reports = mkdtempSync(join(tmpdir(), 'cartwright-reports-'))
let passed = 0
let failed = 0
let skipped = 0
/** @type {string[]} */
const broken = []

for (const part of ['contract', 'server', 'web']) {
  check(`types of ${part}`, 'tsc', ['-p', `tsconfig.${part}.json`])
}
check('lint', 'oxlint', ['--type-aware', '--deny-warnings'])
check('format', 'oxfmt', ['--check'])
check('unused code', 'knip', [])
// How many seeds of the money simulator: a first look, or a few hundred (tests/money/simulate.test.ts).
const quick = process.argv.includes('--without-browser')
process.env['MONEY_SEEDS'] ??= quick ? '30' : '200'
runTests('unit')
if (quick) checkPageWeight()
else {
  try {
    await ensureBuilt(root)
    checkPageWeight()
    runTests('stories')
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    miss('build')
  }
}
rmSync(reports, { recursive: true, force: true })

console.log(`\nTook ${Math.round((performance.now() - startedAt) / 1000)} s.`)
if (skipped > 0) console.log(`${skipped} skipped`)
if (broken.length > 0) console.log(`Failed: ${broken.join(', ')}`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

/**
 * Runs a tool that either finds nothing or fails.
 * @param {string} name
 * @param {string} tool
 * @param {string[]} args
 */
function check(name, tool, args) {
  console.log(`\n— ${name}`)
  const { status } = spawnSync(join('node_modules/.bin', tool), args, {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) miss(name)
}

/** What each page loads: of the build where there is a current one, so after building. */
function checkPageWeight() {
  console.log('\n— page weight')
  const { status } = spawnSync(process.execPath, ['scripts/size-check.mjs'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) miss('page weight')
}

/**
 * Runs one of vitest's projects and adds up its counts.
 * @param {string} project
 */
function runTests(project) {
  console.log(`\n— ${project} tests`)
  const report = join(reports, `${project}.json`)
  const { status } = spawnSync(
    'node_modules/.bin/vitest',
    [
      'run',
      `--project=${project}`,
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
  // A file that cannot be loaded, or an error outside of any test, has no failed test to its name.
  if (status !== 0 && counts.failed === 0) miss(`${project} tests`)
}

/** @param {string} report */
function readCounts(report) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(
      readFileSync(report, 'utf8'),
    )
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests }
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
}

/** @param {string} name */
function miss(name) {
  broken.push(name)
  failed += 1
}
