import { ACCESS } from './access.ts'
import { AMENDMENTS } from './amendments.ts'
import { AUTH } from './auth.ts'
import { BRIEFS } from './briefs.ts'
import { DATABASE } from './database.ts'
import { DEALS } from './deals.ts'
import { DELETIONS } from './deletions.ts'
import { DISPUTES } from './disputes.ts'
import { DOCUMENTS } from './documents.ts'
import { FEES } from './fees.ts'
import { LICENCES } from './licences.ts'
import { LIMITS } from './limits.ts'
import { MESSAGES } from './messages.ts'
import { MONEY } from './money.ts'
import type { Mutation } from './mutation.ts'
import { NOTICES } from './notices.ts'
import { OFFERS } from './offers.ts'
import { KEY_MUTATIONS } from './keys.ts'
import { PASSKEY_MUTATIONS } from './passkeys.ts'
import { PDF } from './pdf.ts'
import { PROVIDER } from './provider.ts'
import { PUSH } from './push.ts'
import { REPORTS } from './reports.ts'
import { REPUTATION } from './reputation.ts'
import { TRACK_RECORDS } from './track-records.ts'
import { RETENTION } from './retention.ts'
import { REVIEW } from './review.ts'
import { SCREENS } from './screens.ts'
import { SEARCH } from './search.ts'
import { CREATOR_LISTS } from './creator-lists.ts'
import { SEATS } from './seats.ts'
import { SHIPPING } from './shipping.ts'
import { SESSIONS } from './sessions.ts'
import { SURFACE } from './surface.ts'
import { UPLOADS } from './uploads.ts'
import { WRAPPED_KEY_MUTATIONS } from './wrapped-keys.ts'

/** Every mutation that `npm run mutate` tries. */
export const MUTATIONS: readonly Mutation[] = [
  ...MONEY,
  ...FEES,
  ...PROVIDER,
  ...DISPUTES,
  ...DEALS,
  ...DOCUMENTS,
  ...LICENCES,
  ...PDF,
  ...OFFERS,
  ...AMENDMENTS,
  ...REPUTATION,
  ...REPORTS,
  ...RETENTION,
  ...TRACK_RECORDS,
  ...BRIEFS,
  ...REVIEW,
  ...ACCESS,
  ...DELETIONS,
  ...AUTH,
  ...KEY_MUTATIONS,
  ...WRAPPED_KEY_MUTATIONS,
  ...PASSKEY_MUTATIONS,
  ...SESSIONS,
  ...LIMITS,
  ...NOTICES,
  ...PUSH,
  ...MESSAGES,
  ...UPLOADS,
  ...SEARCH,
  ...SEATS,
  ...CREATOR_LISTS,
  ...SHIPPING,
  ...SURFACE,
  ...DATABASE,
  ...SCREENS,
]
