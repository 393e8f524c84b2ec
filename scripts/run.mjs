import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureSupportedNode } from './node-version.mjs'

// `node scripts/run.mjs <program.ts> …`: runs a program from its sources, under a supported Node.

await ensureSupportedNode()
const { register } = await import('tsx/esm/api')
register()
const program = resolve(process.argv[2] ?? '')
// The program finds its arguments where it would without us.
process.argv.splice(1, 2, program)
await import(pathToFileURL(program).href)
