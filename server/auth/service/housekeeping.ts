import type { AuthContext } from './auth-context.ts'
import { watchMails } from './mail-watch.ts'

const EVERY_MS = 10 * 60_000

/** Counts mails periodically until the returned function is called. After a failure it waits for the next run. */
export function startHousekeeping(ctx: AuthContext): () => void {
  const timer = setInterval(() => {
    watchMails(ctx, ctx.clock()).catch((error: unknown) => {
      ctx.log.warn({ reason: (error as Error).message }, 'auth mails could not be counted')
    })
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
