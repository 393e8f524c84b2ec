import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import pg from 'pg'
import { SCHEMAS } from '#server/db/serving-role.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { stopEmbeddedPostgres } from './embedded-postgres.ts'
import { Refusal } from './launch-settings.ts'

/** Removed from the data folder: everything except the secrets, which belong to the installation. */
const KEPT = new Set(['secrets.json', 'launcher.lock'])

/** `npm run db:reset`: resets to an empty installation; the next start fills in the demo data again. */
async function main(): Promise<void> {
  const dataDir = resolve(process.env['DATA_DIR'] || './data')
  const databaseUrl = process.env['MIGRATION_DATABASE_URL'] || process.env['DATABASE_URL']
  const what = [
    ...(existsSync(dataDir) ? [`everything in ${dataDir}`] : []),
    ...(databaseUrl
      ? [`every table of ${new URL(databaseUrl).pathname.slice(1)} at ${new URL(databaseUrl).host}`]
      : []),
  ].join(' and ')
  if (what === '') return console.log('There is nothing to reset.')
  if (!(await confirmed(what))) return console.log('Nothing was removed.')
  if (databaseUrl) await emptyDatabase(databaseUrl)
  if (existsSync(dataDir)) await emptyFolder(dataDir)
  console.log('Reset. The next `npm start` begins from nothing.')
}

async function confirmed(what: string): Promise<boolean> {
  if (process.argv.includes('--yes')) return true
  if (!process.stdin.isTTY)
    throw new Refusal(`This removes ${what}; say \`npm run db:reset -- --yes\`.`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`Remove ${what}? Type yes to go on: `)
  terminal.close()
  return answer.trim().toLowerCase() === 'yes'
}

async function emptyFolder(dataDir: string): Promise<void> {
  const unlock = await lockDataFolder(dataDir, 'npm run db:reset')
  try {
    await stopEmbeddedPostgres(join(dataDir, 'postgres'))
    for (const name of readdirSync(dataDir)) {
      if (!KEPT.has(name)) rmSync(join(dataDir, name), { recursive: true, force: true })
    }
  } finally {
    unlock()
  }
}

async function emptyDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await client.connect()
  try {
    // Anything else in that database is left alone.
    for (const schema of SCHEMAS) await client.query(`drop schema if exists ${schema} cascade`)
    await client.query('create schema public')
  } finally {
    await client.end()
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Refusal ? error.message : error)
  process.exit(1)
})
