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
import { operatorRoutes } from './operator-calls.ts'
import { packageOrderRoutes } from './package-order-calls.ts'
import { packageRoutes } from './package-calls.ts'
import { paymentRoutes } from './payments.ts'
import { payoutRoutes } from './payouts.ts'
import { profileRoutes } from './profile-calls.ts'
import { projectRoutes } from './projects.ts'
import { reportRoutes } from './report-calls.ts'
import { ringRoutes } from './ring-calls.ts'
import { reputationRoutes } from './reputation-calls.ts'
import { trackRecordRoutes } from './track-record-calls.ts'
import { reviewRoutes } from './review.ts'
import { shippingRoutes } from './shipping-calls.ts'
import { savedSearchRoutes } from './saved-search-calls.ts'
import { seatRoutes } from './seat-calls.ts'
import { sessionRoutes } from './sessions.ts'
import { waitingRoutes } from './waiting.ts'

/**
 * Every call of the API by name: "METHOD /path/:param". Inputs and responses are in schemas.ts. Every page loads this file
 * and, with their sentences and limits, the files it imports: a domain that few pages show names its calls in a file apart.
 */
export const routes = {
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
  ...reportRoutes,
  ...blockRoutes,
  ...ringRoutes,
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
  ...operatorRoutes,
} as const

export type RouteKey = keyof typeof routes

/** The method and the path template of a call. */
export function routeParts(key: RouteKey): { method: string; path: string } {
  const [method = '', path = ''] = routes[key].split(' ')
  return { method, path }
}

/** The path of a call with its `:params` filled in and encoded. Throws Error when one is missing. */
export function routePath(key: RouteKey, params: Readonly<Record<string, string>> = {}): string {
  return routeParts(key).path.replace(/:([a-z_]+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${key} needs ${name}`)
    return encodeURIComponent(value)
  })
}
