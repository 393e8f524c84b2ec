import { applicationRoutes } from './applications.ts'
import { briefRoutes } from './brief-calls.ts'
import { conversationRoutes } from './conversations.ts'
import { deliverableRoutes } from './deliverables.ts'
import { deliveryCheckRoutes } from './delivery-check-calls.ts'
import { disputeRoutes } from './dispute-calls.ts'
import { invitationRoutes } from './invitation-calls.ts'
import { notificationRoutes } from './notifications.ts'
import { offerRoutes } from './offer-calls.ts'
import { amendmentRoutes } from './amendment-calls.ts'
import { packageOrderRoutes } from './package-order-calls.ts'
import { paymentRoutes } from './payments.ts'
import { payoutRoutes } from './payouts.ts'
import { profileRoutes } from './profile-calls.ts'
import { projectRoutes } from './projects.ts'
import { reputationRoutes } from './reputation-calls.ts'
import { reviewRoutes } from './review.ts'
import { shippingRoutes } from './shipping-calls.ts'
import { waitingRoutes } from './waiting.ts'

/**
 * The calls that every page knows, by name: "METHOD /path/:param". Every page loads this file and, with their sentences and
 * limits, the files it imports: a domain that few pages show names its calls in a file apart, or among the rare ones.
 */
export const commonRoutes = {
  ...profileRoutes,
  ...packageOrderRoutes,
  ...projectRoutes,
  ...briefRoutes,
  ...waitingRoutes,
  ...applicationRoutes,
  ...offerRoutes,
  ...amendmentRoutes,
  ...deliverableRoutes,
  ...deliveryCheckRoutes,
  ...reviewRoutes,
  ...reputationRoutes,
  ...paymentRoutes,
  ...payoutRoutes,
  ...shippingRoutes,
  ...disputeRoutes,
  ...conversationRoutes,
  ...invitationRoutes,
  ...notificationRoutes,
} as const
