import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { isBuilt } from './build.mjs'

// `node scripts/size-check.mjs`: measures the JavaScript that each page loads, and fails when it is too much. It uses
// the current build; when that is out of date, a bundle made for the purpose, without prerendered pages and compressed
// copies (3 s of CPU time).

/**
 * The JavaScript budget of a first visit, gzipped, in KiB. `waits` is what a page that waits for its reader loads by
 * itself; `used` is for every page once the app has loaded.
 */
const LIMITS = { waits: 110, used: 170 }

/**
 * What an address initially shows beyond its screen: the parts that are loaded with it (web/ui/lazy-component.tsx).
 * @type {Record<string, string[][]>}
 */
const SHOWN_WITH = {
  'deal/ProjectScreen.tsx': [
    ['deal/OwnerView.tsx', 'applications/ApplicationsTab.tsx', 'applications/ProposedPrices.tsx'],
    ['deal/OwnerView.tsx', 'deal/PaymentTab.tsx'],
    ['deal/OwnerView.tsx', 'deliverables/DeliverablesTab.tsx', 'deliverables/VideoPlayer.tsx'],
    ['deal/CreatorDealView.tsx', 'deal/CreatorWork.tsx'],
    ['deal/CreatorDealView.tsx', 'deal/DoneWork.tsx'],
    ['deal/VisitorView.tsx'],
  ],
  'reports/DecisionScreen.tsx': [['reports/DecisionPage.tsx']],
  'profiles/EditProfileScreen.tsx': [['profiles/CreatorEditor.tsx'], ['profiles/BrandEditor.tsx']],
}

/**
 * Loaded once a page is idle, to keep it live or below what is read first: listed separately.
 * @type {Record<string, string[]>}
 */
const LATER = {
  'the parts beside a deal, once it is usable': [
    'amendments/Amendments.tsx',
    'shipping/ShipmentCard.tsx',
    'blocks/PersonActs.tsx',
  ],
  'the form that hands work in, once the deal stands': ['deliverables/DeliverableForm.tsx'],
  'the rules a message is read by before it goes, once a conversation stands': [
    'safety/safety-rules.ts',
  ],
  'live connection, once a signed-in page stands': ['live/Live.tsx', 'socket.io-client'],
  'the auth library, once a page stands or somebody signs in': ['api/auth-library.ts'],
}

/**
 * Measures every page of a web build: a line for each, and a sentence for each that is too heavy.
 * @param {string} dist folder of the build
 * @returns {{ lines: string[], tooHeavy: string[] }}
 */
function weighPages(dist) {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  /** @type {Map<string, number>} */
  const sizes = new Map()
  /** @param {string} file */
  const sizeOf = (file) => {
    const known = sizes.get(file)
    if (known !== undefined) return known
    const size = gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
    sizes.set(file, size)
    return size
  }
  /**
   * Every file that modules import.
   * @param {string[]} keys
   * @param {Set<string>} [found]
   * @returns {Set<string>}
   */
  const filesOf = (keys, found = new Set()) => {
    for (const key of keys) {
      const chunk = manifest[key]
      if (!chunk) throw new Error(`${key} is not in the web build: scripts/size-check.mjs names it`)
      if (found.has(chunk.file)) continue
      found.add(chunk.file)
      filesOf(chunk.imports ?? [], found)
    }
    return found
  }
  /** @param {Iterable<string>} files */
  const weight = (files) => [...files].reduce((sum, file) => sum + sizeOf(file), 0) / 1024
  const first = filesOf(['index.html'])
  const app = filesOf(
    Object.keys(manifest).filter((key) => manifest[key].name === 'app'),
    new Set(first),
  )

  const screens = Object.keys(manifest).filter(
    (key) =>
      manifest[key].isDynamicEntry &&
      /^(?!ui).*(Screen|pages\/\w+|landing\/Landing)\.tsx$/.test(key),
  )
  /** @type {[string, number, number][]} */
  const rows = [['a finished page, untouched', weight(first), LIMITS.waits]]
  for (const screen of screens.toSorted()) {
    for (const parts of SHOWN_WITH[screen] ?? [[]])
      rows.push([
        [screen, ...parts].map((part) => part.split('/').at(-1)?.replace('.tsx', '')).join(' + '),
        weight(filesOf([screen, ...parts], new Set(app))),
        LIMITS.used,
      ])
  }
  const dashboard = filesOf(['dashboard/DashboardScreen.tsx'], new Set(app))
  const lines = rows.map(
    ([name, kib, limit]) => `${kib.toFixed(1).padStart(7)} of ${limit}  ${name}`,
  )
  for (const [words, parts] of Object.entries(LATER)) {
    const keys = Object.keys(manifest).filter((key) => parts.some((part) => key.includes(part)))
    if (keys.length === 0) throw new Error(`${parts.join(', ')}: not in the web build`)
    const more = weight(filesOf(keys, new Set(dashboard))) - weight(dashboard)
    lines.push(`${more.toFixed(1).padStart(7)} more    ${words}`)
  }
  return {
    lines,
    tooHeavy: rows
      .filter(([, kib, limit]) => kib > limit)
      .map(
        ([name, kib, limit]) =>
          `${name} loads ${kib.toFixed(1)} KiB of JavaScript, ${limit} at most`,
      ),
  }
}

const root = dirname(dirname(fileURLToPath(import.meta.url)))
let dist = join(root, 'dist/web')
if (!isBuilt(root, 'web')) {
  dist = join(root, 'dist/weighed')
  const config = join(root, 'vite.config.ts')
  const bundled = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', 'web', '--config', config, '--outDir', dist].concat([
      '--sourcemap',
      'false',
      '--logLevel',
      'warn',
    ]),
    { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (bundled.status !== 0) process.exit(1)
}
const { lines, tooHeavy } = weighPages(dist)
console.log(['KiB of JavaScript, gzipped', ...lines].join('\n'))
for (const sentence of tooHeavy) console.error(sentence)
process.exit(tooHeavy.length > 0 ? 1 : 0)
