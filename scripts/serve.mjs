import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ensureSupportedNode } from './node-version.mjs'

// `npm run serve`: one server process in production, from the output of `npm run build`. It needs only the runtime
// dependencies (`npm ci --omit=dev`), installs nothing and starts nothing else: DATABASE_URL names the database.

await ensureSupportedNode()
process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
const server = join(process.cwd(), 'dist/server/main.js')
if (!existsSync(server) || !existsSync('dist/web/index.html')) {
  console.error(
    'Nothing is built here. Run `npm ci && npm run build && npm prune --omit=dev`, or bring the folder dist from a machine that did.',
  )
  process.exit(1)
}
// The environment takes precedence over the file.
if (existsSync('.env')) process.loadEnvFile('.env')
process.env.NODE_ENV ||= 'production'
process.setSourceMapsEnabled(true)
await import(pathToFileURL(server).href)
