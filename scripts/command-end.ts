import { ConfigError } from '#server/config/config.ts'
import { Refusal } from './launch-settings.ts'

/**
 * Ends the process with the status a command answers: 0 for all is well, 1 for something to look at, 2 when it could
 * not be done, after one sentence.
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
