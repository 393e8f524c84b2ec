import { accountRoutes } from './account.ts'
import { applicationRoutes } from './applications.ts'
import { blockRoutes } from './block-calls.ts'
import { boardRoutes } from './board-calls.ts'
import { briefRoutes } from './brief-calls.ts'
import { conversationRoutes } from './conversations.ts'
import { deliverableRoutes } from './deliverables.ts'
import { deliveryCheckRoutes } from './delivery-check-calls.ts'
import { disputeRoutes } from './dispute-calls.ts'
import { documentRoutes } from './document-calls.ts'
import { firstStepRoutes } from './first-steps.ts'
import { invitationRoutes } from './invitation-calls.ts'
import { licenceRoutes } from './licence-calls.ts'
import { notificationRoutes } from './notifications.ts'
import { offerRoutes } from './offer-calls.ts'
import { amendmentRoutes } from './amendment-calls.ts'
import { packageOrderRoutes } from './package-order-calls.ts'
import { packageRoutes } from './package-calls.ts'
import { paymentRoutes } from './payments.ts'
import { payoutRoutes } from './payouts.ts'
import { profileRoutes } from './profile-calls.ts'
import { projectRoutes } from './projects.ts'
import { reputationRoutes } from './reputation-calls.ts'
import { trackRecordRoutes } from './track-record-calls.ts'
import { reviewRoutes } from './review.ts'
import { shippingRoutes } from './shipping-calls.ts'
import { savedSearchRoutes } from './saved-search-calls.ts'
import { seatRoutes } from './seat-calls.ts'
import { sessionRoutes } from './sessions.ts'
import { waitingRoutes } from './waiting.ts'

/**
 * The calls that every page knows, by name: "METHOD /path/:param". Every page loads this file and, with their sentences and
 * limits, the files it imports: a domain that few pages show names its calls in a file apart, or among the rare ones.
 */
export const commonRoutes = {
  ...profileRoutes,
  ...packageRoutes,
  ...packageOrderRoutes,
  ...projectRoutes,
  ...seatRoutes,
  ...boardRoutes,
  ...briefRoutes,
  ...waitingRoutes,
  ...applicationRoutes,
  ...offerRoutes,
  ...amendmentRoutes,
  ...deliverableRoutes,
  ...deliveryCheckRoutes,
  ...reviewRoutes,
  ...reputationRoutes,
  ...blockRoutes,
  ...trackRecordRoutes,
  ...paymentRoutes,
  ...payoutRoutes,
  ...licenceRoutes,
  ...shippingRoutes,
  ...disputeRoutes,
  ...documentRoutes,
  ...conversationRoutes,
  ...invitationRoutes,
  ...firstStepRoutes,
  ...notificationRoutes,
  ...sessionRoutes,
  ...accountRoutes,
  ...savedSearchRoutes,
} as const
