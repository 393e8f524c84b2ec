import { ConfigError } from '#server/config/config.ts'
import { UnfitSessions } from '#server/db/fit-sessions.ts'
import { OutdatedSchema, UnmatchedSchema } from '#server/db/migrate.ts'
import { KeyServiceFailure } from '#server/keyring/key-service.ts'
import { Refusal } from './launch-settings.ts'

const KNOWN = [
  Refusal,
  ConfigError,
  KeyServiceFailure,
  OutdatedSchema,
  UnmatchedSchema,
  UnfitSessions,
]

/**
 * Ends the process with a command's status: 0 when all is well, 1 when something needs attention, 2 when it could not
 * be done, after one sentence.
 */
export function endWith(command: Promise<number>): void {
  command.then(
    (status) => process.exit(status),
    (error: unknown) => {
      const known = KNOWN.find((kind) => error instanceof kind)
      console.error(known === undefined ? error : (error as Error).message)
      process.exit(2)
    },
  )
}
