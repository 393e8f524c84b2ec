import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ensureBuilt } from '#scripts/build.mjs'
import { freePort } from '#scripts/ports.ts'
import { migrate } from '#server/db/migrate.ts'
import { median } from './load.ts'
import { fillMarket } from './market.ts'
import { type Person, signInPeople } from './people.ts'
import { bundle, productEnv, startServer } from './servers.ts'
import { measurePictures, type PictureSpeed } from './uploads-pictures.ts'
import {
  measureMemory,
  measureThroughput,
  type MemoryGrowth,
  type Throughput,
  type Uploader,
} from './uploads-run.ts'
import { makeFolder, onDatabase, removeFolder, startPostgres } from './workspace.ts'

/** The memory limit applies to this many at once. */
const AT_ONCE = 20

/**
 * `npm run bench:uploads`: how fast 50 MiB arrive beside a bare server that streams to disk and flushes, how much
 * memory twenty at once take, and how many pictures a second are re-encoded and prepared. It only prints; nothing
 * depends on the output.
 */
async function main(): Promise<void> {
  const root = dirname(import.meta.dirname)
  process.chdir(root)
  await ensureBuilt(root, ['server'])
  const folder = await makeFolder(root)
  const stops: (() => Promise<void>)[] = []
  try {
    const postgres = await startPostgres(folder)
    stops.push(() => postgres.stop())
    const databaseUrl = postgres.databaseUrl('uploads')
    await onDatabase(postgres.databaseUrl('postgres'), 'create database uploads')
    await migrate(databaseUrl)
    await fillMarket(databaseUrl)
    const port = await freePort()
    const env: Record<string, string> = {
      ...productEnv(folder, port),
      BARE_FOLDER: folder,
      // The uploaded bytes only look like a video.
      FFMPEG_PATH: 'none',
    }
    const uploaders = await withDeals(databaseUrl, await signInPeople(env, databaseUrl, AT_ONCE))
    const start = (name: string, program: string, at: number, own: Record<string, string> = {}) =>
      startServer(
        { name, program, port: at, databaseUrl, env: { ...env, ...own }, folder },
        (child) =>
          stops.push(async () => {
            await child.stop()
          }),
      )
    const product = await start('product', 'dist/server/main.js', port)
    const encryptedPort = await freePort()
    const encrypted = await start('encrypted', 'dist/server/main.js', encryptedPort, {
      PORT: String(encryptedPort),
      KEYRING_FILE: fileOfKeys(folder),
    })
    const bare = await start(
      'bare',
      await bundle(root, folder, 'bare-upload-server'),
      await freePort(),
    )
    const [first] = uploaders
    if (first === undefined) throw new Error('Nobody could be signed in.')
    const throughput = await measureThroughput({ product, encrypted, bare }, first)
    const memory = await measureMemory(product, uploaders)
    const pictures = await measurePictures(product, uploaders)
    console.log(report(throughput, memory, pictures))
  } finally {
    for (const stop of stops.toReversed()) await stop()
    removeFolder(folder)
  }
}

/** A file key: a server with one stores files encrypted. */
function fileOfKeys(folder: string): string {
  const path = join(folder, 'keys.json')
  const files = { makes: 1, versions: { 1: 'kept for one run of the bench' } }
  writeFileSync(path, JSON.stringify({ files }), { mode: 0o600 })
  return path
}

/** Gives everyone a running deal, so that they are allowed to deliver. */
function withDeals(databaseUrl: string, people: readonly Person[]): Promise<Uploader[]> {
  return Promise.all(
    people.map(async (person) => {
      const [deal] = await onDatabase<{ project_id: string }>(
        databaseUrl,
        `with project as (
          insert into projects (seller_id, title, description, category, budget, deadline, status)
          select id, 'Bench', 'Bench', 'home', 10000, '2999-01-01', 'in_progress' from profiles
          where role = 'seller' and id <> '${person.id}' limit 1 returning id)
        insert into applications (project_id, creator_id, message, proposed_price, status)
        select id, '${person.id}', 'Bench', 10000, 'accepted' from project returning project_id`,
      )
      return { ...person, projectId: deal?.project_id ?? '' }
    }),
  )
}

function report(throughput: Throughput, memory: MemoryGrowth, pictures: PictureSpeed): string {
  const { product, encrypted, bare } = throughput
  const ofPlain = encrypted.map((speed, round) => speed / (product[round] ?? Number.NaN))
  const ratios = product.map((speed, round) => speed / (bare[round] ?? Number.NaN))
  const one = (value: number) => oneDecimal.format(value)
  return [
    '',
    `One upload of 50 MiB    ${one(median(product))} MiB/s; a bare stream to disk, flushed too, ${one(median(bare))} MiB/s; ${median(ratios).toFixed(2)} of it`,
    `The same, encrypted     ${one(median(encrypted))} MiB/s; ${median(ofPlain).toFixed(2)} of ours with plain files`,
    `${memory.uploads} at once, 50 MiB each  ${one(memory.seconds)} s; memory ${one(memory.before)} → ${one(memory.peak)} MiB, ${one(memory.peak - memory.before)} MiB more`,
    `Pictures of ${pictures.megapixels} Mpx       ${one(pictures.accepted)}/s accepted, ${one(pictures.prepared)}/s with all their copies; re-encoding alone ${one(pictures.alone)}/s`,
    '',
    `Medians of each round’s own ratio, by turns. Accepting checks who and what, flushes file and folder`,
    `and records it; two pictures are worked on at once.`,
  ].join('\n')
}

const oneDecimal = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

await main()
