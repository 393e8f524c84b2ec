import type { Config } from '#server/config/config.ts'
import type { Pool } from '#server/db/pool.ts'
import type { Log } from '#server/logging/log.ts'
import type { WriteLimits } from '#server/http/write-limits.ts'
import type { Replica } from '#server/replica/replica.ts'
import type { SharedPages } from '#server/shared-pages/shared-pages.ts'
import type { PaymentProvider } from '#server/providers/stripe/payment-provider.ts'

/** What the domains are built on; created once per process in app.ts and passed to every service. */
export interface Deps {
  config: Config
  pool: Pool
  log: Log
  /** The current time. Tests pass their own. */
  clock: () => Date
  payments: PaymentProvider
  /** Data that is the same for everyone may be read from here (readShared); absent without DATABASE_READ_URL. */
  replica?: Replica | undefined
  /** Cached first pages of lists that are the same for almost everyone; if absent, the page is read for each reader. */
  sharedPages?: SharedPages | undefined
  /** Limits how much one person or address may change in a period; absent where limits are off. */
  limits?: WriteLimits | undefined
}
