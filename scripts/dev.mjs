import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureDependencies } from './dependencies.mjs'
import { ensureSupportedNode } from './node-version.mjs'

// `npm run dev`: like `npm start`, but from the sources, which are reloaded when they change.

await ensureSupportedNode()
const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
if (!(await ensureDependencies(root))) process.exit(1)
const { register } = await import('tsx/esm/api')
register()
const { launch } = await import('./launch.ts')
await launch({
  server: ['--import', 'tsx', 'scripts/dev-server.ts'],
  sandbox: ['--import', 'tsx', 'sandbox/main.ts'],
  demo: ['--import', 'tsx', 'scripts/demo/demo.ts'],
})
