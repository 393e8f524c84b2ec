import type { Config } from '#server/config/config.ts'
import type { Pool } from '#server/db/pool.ts'
import type { Log } from '#server/logging/log.ts'
import type { WriteLimits } from '#server/http/write-limits.ts'
import type { Replica } from '#server/replica/replica.ts'
import type { SharedPages } from '#server/shared-pages/shared-pages.ts'
import type { PaymentProvider } from '#server/providers/stripe/payment-provider.ts'

/** What the domains are built on; made once per process in app.ts, handed to every service. */
export interface Deps {
  config: Config
  pool: Pool
  log: Log
  /** The current time. Tests pass their own. */
  clock: () => Date
  payments: PaymentProvider
  /** What everyone reads may be read there (readShared); absent without DATABASE_READ_URL. */
  replica?: Replica | undefined
  /** First pages of lists that are the same for almost everyone; absent, each reader's page is read for them. */
  sharedPages?: SharedPages | undefined
  /** What one person or address may change in a while; absent where limits are off. */
  limits?: WriteLimits | undefined
}
