import { ConfigError } from '#server/config/config.ts'
import { Refusal } from './launch-settings.ts'

/**
 * Ends the process with a command's status: 0 when all is well, 1 when something needs attention, 2 when it could not
 * be done, after one sentence.
 */
export function endWith(command: Promise<number>): void {
  command.then(
    (status) => process.exit(status),
    (error: unknown) => {
      const known = error instanceof Refusal || error instanceof ConfigError
      console.error(known ? error.message : error)
      process.exit(2)
    },
  )
}
