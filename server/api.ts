import type { Deps } from './deps.ts'
import type { Routes } from './http/routes.ts'
import { sessionListRoutes } from './auth/session-list-routes.ts'
import { accountRoutes } from './account/account-routes.ts'
import { applicationRoutes } from './applications/application-routes.ts'
import { conversationRoutes } from './conversations/conversation-routes.ts'
import { dashboardRoutes } from './dashboard/dashboard-routes.ts'
import { deliverableRoutes } from './deliverables/deliverable-routes.ts'
import { disputeRoutes } from './disputes/dispute-routes.ts'
import { invitationRoutes } from './invitations/invitation-routes.ts'
import { notificationRoutes } from './notifications/notification-routes.ts'
import { operatorRoutes } from './operator/operator-routes.ts'
import { paymentMethodRoutes } from './payment-methods/payment-method-routes.ts'
import { paymentRoutes } from './payments/payment-routes.ts'
import { payoutRoutes } from './payouts/payout-routes.ts'
import { profileRoutes } from './profiles/profile-routes.ts'
import { projectRoutes } from './projects/project-routes.ts'
import { savedSearchRoutes } from './saved-searches/saved-search-routes.ts'

/** Every domain's calls, one line a domain. */
export function registerApi(routes: Routes, deps: Deps): void {
  profileRoutes(routes, deps)
  dashboardRoutes(routes, deps)
  projectRoutes(routes, deps)
  applicationRoutes(routes, deps)
  invitationRoutes(routes, deps)
  paymentRoutes(routes, deps)
  paymentMethodRoutes(routes, deps)
  payoutRoutes(routes, deps)
  disputeRoutes(routes, deps)
  deliverableRoutes(routes, deps)
  conversationRoutes(routes, deps)
  notificationRoutes(routes, deps)
  sessionListRoutes(routes, deps)
  accountRoutes(routes, deps)
  savedSearchRoutes(routes, deps)
  operatorRoutes(routes, deps)
}
