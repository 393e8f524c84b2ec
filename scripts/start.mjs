import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { ensureSupportedNode } from './node-version.mjs'

// `npm start` on a machine with nothing but Node and npm: this file and its imports are therefore plain JavaScript
// without dependencies. The rest is bundled and imported once that is possible.

await ensureSupportedNode()
const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
if (!(await ensureDependencies(root))) process.exit(1)
try {
  await ensureBuilt(root)
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}
if (process.argv.includes('--only-build')) process.exit(0)
const { launch } = await import(new URL('../dist/server/launch.js', import.meta.url).href)
await launch()

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
