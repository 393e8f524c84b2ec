import { mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, type UnkeyedConfig } from '#server/config/config.ts'
import { keepFilesPrivate } from '#server/providers/files/private-files.ts'
import { findVideoTool } from '#server/providers/video/find-video-tool.ts'
import { startChild, type Child } from './child.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { KEEPING } from './kept-postgres.ts'
import { openDatabase, servingEnvironment } from './launch-database.ts'
import { seedDemoOnce } from './launch-demo.ts'
import { readSettings, Refusal, refuseTakenPorts, type LaunchSettings } from './launch-settings.ts'
import { onStopRequest } from './stop-requests.ts'

/** The programs, as arguments of node: from the bundle, or from the sources (`npm run dev`). */
export interface Programs {
  server: string[]
  sandbox: string[]
  demo: string[]
}

type Undo = (() => void | Promise<void>)[]

const bundled: Programs = {
  server: ['--enable-source-maps', 'dist/server/main.js'],
  sandbox: ['--enable-source-maps', 'dist/server/sandbox.js'],
  // The launcher waits for it, and reading its source map takes half a second of processor time.
  demo: ['dist/server/demo.js'],
}

/** The size in bytes at which a log is rotated. */
const LOG_SIZE = 20 * 1024 * 1024

/**
 * Starts everything Cartwright needs on this machine, prints where it is, and keeps it running until Ctrl-C or SIGTERM,
 * then stops it in reverse order. Ends the process: 0 after a clean stop, 1 after one sentence about the problem.
 */
export async function launch(programs: Programs = bundled): Promise<void> {
  keepFilesPrivate()
  const undo: Undo = []
  let stopping: Promise<void> | null = null
  const stop = (code: number) => (stopping ??= unwind(undo, code))
  onStopRequest(() => {
    console.log('\nStopping…')
    void stop(0)
  })
  const giveUp = (sentence: string) => {
    if (stopping === null) console.error(sentence)
    void stop(1)
  }
  try {
    await start(programs, undo, giveUp)
  } catch (error) {
    const known = error instanceof Refusal || error instanceof ConfigError
    giveUp(known ? error.message : String(error instanceof Error ? error.stack : error))
  }
}

async function unwind(undo: Undo, code: number): Promise<void> {
  for (let step = undo.pop(); step; step = undo.pop()) await step()
  process.exit(code)
}

async function start(
  programs: Programs,
  undo: Undo,
  giveUp: (sentence: string) => void,
): Promise<void> {
  const settings = readSettings(process.env)
  const { config } = settings
  undo.push(await lockDataFolder(config.dataDir, config.publicUrl))
  await refuseTakenPorts(settings)

  console.log('Starting the database…')
  const opening = openDatabase(settings, { ...KEEPING, say: (line) => console.log(line), giveUp })
  undo.push(() =>
    opening.then(
      (opened) => opened.stop(),
      () => {},
    ),
  )
  const run = (name: string, args: string[], database: Record<string, string>): Child => {
    const logFile = openLog(config, name)
    const env = {
      ...process.env,
      ...settings.env,
      ...database,
      ...(name === 'server' ? ownLog(config) : {}),
    }
    const child = startChild({ name, args, env, logFile })
    undo.push(() => child.stop())
    void child.ended.then(() => {
      giveUp(
        `The ${name} stopped by itself, so everything else is stopped too.${lastWords(logFile)}`,
      )
    })
    return child
  }
  const database = await opening
  // Before anyone can sign in, so that the first visitor finds the complete demo.
  const signIns = await seedDemoOnce(settings, database.url, programs.demo, (demo) =>
    undo.push(() => void demo.kill()),
  )
  console.log('Starting the server…')
  const serving = await servingEnvironment(settings, database)
  const sandbox = settings.sandboxes.length > 0 ? run('sandbox', programs.sandbox, serving) : null
  const server = run('server', programs.server, serving)
  const up = await Promise.all([
    sandbox?.saysReady(),
    server.answers(`${settings.localUrl}/health`),
  ])
  if (up.includes(false)) throw new Refusal('It did not come up within a minute.')
  const video = await findVideoTool(config.ffmpeg)
  console.log(summary(settings, video?.name ?? null, signIns))
}

/** The server writes and rotates its own log; in production it goes to standard output. */
function ownLog({ environment, logFile, dataDir }: UnkeyedConfig): { LOG_FILE?: string } {
  if (environment === 'production' || logFile !== null) return {}
  return { LOG_FILE: join(dataDir, 'logs', 'server.log') }
}

/**
 * Where a child's output goes: into the data folder, so that the terminal stays readable. The server's does not include
 * its log: only runtime warnings, and why it could not run.
 */
function openLog(config: UnkeyedConfig, name: string): string | undefined {
  if (config.environment === 'production') return undefined
  const folder = join(config.dataDir, 'logs')
  const file = join(folder, name === 'server' ? 'server-output.log' : `${name}.log`)
  mkdirSync(folder, { recursive: true })
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_SIZE)
    renameSync(file, `${file}.1`)
  return file
}

function lastWords(logFile: string | undefined): string {
  if (!logFile) return ''
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-8)
  return ` Its last words (${logFile}):\n${lines.map((line) => `  ${line}`).join('\n')}`
}

function summary(
  { config, inboxUrl }: LaunchSettings,
  videoTool: string | null,
  signIns: string,
): string {
  const lines = [`${config.brandName} is ready at ${config.publicUrl}`]
  if (inboxUrl) lines.push(`  mail it sends   ${inboxUrl}`)
  lines.push(`  videos by       ${videoTool ?? 'nothing here: they are shown as uploaded'}`)
  if (signIns)
    lines.push(
      ...signIns.split('\n').map((line, n) => `  ${n === 0 ? 'sign in as' : ''}`.padEnd(18) + line),
    )
  return lines.join('\n')
}
