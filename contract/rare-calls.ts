import { amendmentRoutes } from './amendment-calls.ts'
import { deliveryCheckRoutes } from './delivery-check-calls.ts'
import { briefRoutes } from './brief-calls.ts'
import { payoutRoutes } from './payouts.ts'
import { packageOrderRoutes } from './package-order-calls.ts'
import { reputationRoutes } from './reputation-calls.ts'
import { offerRoutes } from './offer-calls.ts'
import { firstStepRoutes } from './first-steps.ts'
import { licenceRoutes } from './licence-calls.ts'
import { packageRoutes } from './package-calls.ts'
import { savedSearchRoutes } from './saved-search-calls.ts'
import { trackRecordRoutes } from './track-record-calls.ts'
import { accountRoutes } from './account.ts'
import { blockRoutes } from './block-calls.ts'
import { boardRoutes } from './board-calls.ts'
import { bulkRoutes } from './bulk-calls.ts'
import { documentRoutes } from './document-calls.ts'
import { statementRoutes } from './statements.ts'
import { taxRoutes } from './tax.ts'
import { pushRoutes } from './push-calls.ts'
import { seatRoutes } from './seat-calls.ts'
import { invitationRoutes } from './invitation-calls.ts'
import { shippingRoutes } from './shipping-calls.ts'
import { disputeRoutes } from './dispute-calls.ts'
import { sessionRoutes } from './sessions.ts'
import { operatorRoutes } from './operator-calls.ts'
import { reportRoutes } from './report-calls.ts'
import { ringRoutes } from './ring-calls.ts'
import { creatorListRoutes } from './creator-list-calls.ts'

/**
 * The calls that few pages make, or that pages make late: a page loads this file with the first of them
 * (web/api/client.ts).
 */
export const rareRoutes = {
  ...reportRoutes,
  ...ringRoutes,
  ...creatorListRoutes,
  ...operatorRoutes,
  ...accountRoutes,
  ...blockRoutes,
  ...boardRoutes,
  ...bulkRoutes,
  ...documentRoutes,
  ...taxRoutes,
  ...statementRoutes,
  ...seatRoutes,
  ...invitationRoutes,
  ...shippingRoutes,
  ...disputeRoutes,
  ...pushRoutes,
  ...sessionRoutes,
  ...firstStepRoutes,
  ...licenceRoutes,
  ...packageRoutes,
  ...savedSearchRoutes,
  ...trackRecordRoutes,
  ...payoutRoutes,
  ...packageOrderRoutes,
  ...reputationRoutes,
  ...offerRoutes,
  ...amendmentRoutes,
  ...deliveryCheckRoutes,
  ...briefRoutes,
} as const
