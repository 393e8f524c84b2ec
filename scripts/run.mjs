import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ensureSupportedNode } from './node-version.mjs'

// `node scripts/run.mjs <program.ts> …`: runs a program from its sources, under a supported Node. When only the runtime
// dependencies are installed, its bundle runs instead: scripts/build.mjs creates one for each program that production
// needs.

await ensureSupportedNode()
const source = resolve(process.argv[2] ?? '')
const program = (await canReadTypeScript()) ? source : bundleOf(source)
// The program finds its arguments in the usual place.
process.argv.splice(1, 2, program)
await import(pathToFileURL(program).href)

async function canReadTypeScript() {
  try {
    const { register } = await import('tsx/esm/api')
    register()
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ERR_MODULE_NOT_FOUND') throw error
    return false
  }
}

/** @param {string} file */
function bundleOf(file) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  const bundle = join(root, 'dist/server', `${basename(file, '.ts')}.js`)
  if (existsSync(bundle)) return bundle
  console.error('This needs the development dependencies: run `npm ci` first.')
  process.exit(1)
}
