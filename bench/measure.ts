import { dirname } from 'node:path'
import { ensureBuilt } from '#scripts/build.mjs'
import { freePort } from '#scripts/ports.ts'
import { migrate } from '#server/db/migrate.ts'
import { currentLoad, measureAnchors } from './anchors.ts'
import { authReport, measureAuth } from './auth.ts'
import { fillMarket } from './market.ts'
import { signInPeople } from './people.ts'
import { report } from './report.ts'
import { compareAnswers } from './requests.ts'
import { contenders, ROUNDS, runRounds } from './rounds.ts'
import { bareEnv, bundleBareServer, productEnv, startServer } from './servers.ts'
import { makeFolder, onDatabase, removeFolder, startPostgres } from './workspace.ts'

type Undo = (() => void | Promise<void>)[]

/** Far above what a run takes; a slower machine still gets an end. */
const DEADLINE_MS = 300_000

/**
 * Compares two requests of the product with a bare server that gives the same responses, on one PostgreSQL, in turns.
 * Prints a table; nothing depends on the output.
 */
async function main(): Promise<void> {
  const undo: Undo = []
  let stopping: Promise<never> | null = null
  const stop = (code: number, sentence?: string) => {
    if (stopping === null && sentence !== undefined) console.error(sentence)
    return (stopping ??= unwind(undo, code))
  }
  // Ctrl-C arrives as SIGTERM from the launcher; when the launcher was killed, its channel closes.
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const)
    process.on(signal, () => void stop(130, '\nStopping…'))
  // A connection whose server is stopped emits an error that no one handles; that must not interrupt the shutdown.
  process.on('uncaughtException', (error) => void stop(1, error.message))
  setTimeout(() => void stop(1, 'The bench took too long.'), DEADLINE_MS).unref()
  try {
    await measure(undo)
    await stop(0)
  } catch (error) {
    await stop(1, error instanceof Error ? error.message : String(error))
  }
}

/** Removes everything that was started, last first, and ends the process. */
async function unwind(undo: Undo, code: number): Promise<never> {
  for (let step = undo.pop(); step; step = undo.pop()) await step()
  process.exit(code)
}

async function measure(undo: Undo): Promise<void> {
  const root = dirname(import.meta.dirname)
  await ensureBuilt(root, ['server'])
  const loadBefore = currentLoad()

  console.log('Filling a database…')
  const folder = await makeFolder(root)
  undo.push(() => removeFolder(folder))
  const starting = startPostgres(folder)
  undo.push(() =>
    starting.then(
      (postgres) => postgres.stop(),
      () => {},
    ),
  )
  const { databaseUrl } = await starting
  const anchors = await measureAnchors(databaseUrl('postgres'), loadBefore)
  const program = await bundleBareServer(root, folder)
  const port = await freePort()
  const env = productEnv(folder, port)
  await onDatabase(databaseUrl('postgres'), 'create database market')
  await migrate(databaseUrl('market'))
  await fillMarket(databaseUrl('market'))
  const people = await signInPeople(env, databaseUrl('market'), ROUNDS.connections)
  // One database each: what is sent to one must not make the other's tables longer.
  for (const name of ['product', 'bare'])
    await onDatabase(databaseUrl('postgres'), `create database ${name} template market`)

  const product = await startServer(
    {
      name: 'product',
      program: 'dist/server/main.js',
      port,
      databaseUrl: databaseUrl('product'),
      env,
      folder,
    },
    (child) => undo.push(() => child.stop()),
  )
  const bare = await startServer(
    {
      name: 'bare',
      program,
      port: await freePort(),
      databaseUrl: databaseUrl('bare'),
      env: bareEnv,
      folder,
    },
    (child) => undo.push(() => child.stop()),
  )
  const [person] = people
  if (person === undefined) throw new Error('Nobody could be signed in.')
  const listBytes = await compareAnswers(product.url, bare.url, person)
  const all = contenders(product, bare)
  await runRounds(all, people)
  const seconds = performance.now() / 1_000
  const auth = await measureAuth(product, bare, people, env)
  console.log(report({ anchors, loadAfter: currentLoad(), all, listBytes, seconds }))
  console.log(authReport(auth))
}

await main()
