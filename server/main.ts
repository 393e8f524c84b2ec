import { createServer, type Server } from './app.ts'
import { ConfigError } from '#server/config/config.ts'
import { UnfitSessions } from '#server/db/fit-sessions.ts'
import { UnfitKeys } from '#server/key-versions/key-versions.ts'
import { OutdatedSchema, UnmatchedSchema } from '#server/db/migrate.ts'
import { keepFilesPrivate } from '#server/providers/files/private-files.ts'
import { UnusableCertificate } from '#server/signatures/operator-certificate.ts'
import { openConfig } from '#server/wrapped-keys/open-config.ts'

/** How long requests in flight and running jobs get to finish. */
const DRAIN_DEADLINE_MS = 10_000

/**
 * Runs one server process, from its environment to its end. SIGTERM and SIGINT drain it: it finishes requests in flight
 * and accepts no new ones. The death of its launcher (the channel closes) ends it the same way.
 */
async function main(): Promise<void> {
  let server: Server | null = null
  let closing = false
  const close = () => {
    if (closing) return
    closing = true
    // It may be waiting for another process's migration, or for a database. Unfinished work is rolled back.
    if (server === null) process.exit(0)
    setTimeout(() => process.exit(1), DRAIN_DEADLINE_MS).unref()
    server.close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    )
  }
  // Must come before anything else: until then a signal kills the process, and the launcher's death goes unnoticed.
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, close)
  keepFilesPrivate()
  // A full disk under standard output or error (warnings of the runtime) must not end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  server = await createServer(await openConfig(process.env))
  await server.listen()
}

const KNOWN = [
  ConfigError,
  OutdatedSchema,
  UnmatchedSchema,
  UnfitSessions,
  UnfitKeys,
  UnusableCertificate,
]

/** The message when it cannot run: a sentence for known errors, otherwise the whole error. */
function fail(error: unknown): never {
  const known =
    KNOWN.some((kind) => error instanceof kind) ||
    (error as NodeJS.ErrnoException).syscall === 'listen'
  const text = error instanceof Error ? (known ? error.message : error.stack) : String(error)
  process.stderr.write(`The server cannot run. ${text}\n`)
  process.exit(1)
}

main().catch(fail)
