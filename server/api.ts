import type { Deps } from '#server/deps/deps.ts'
import type { Routes } from '#server/http/routes.ts'
import { sessionListRoutes } from '#server/auth/sessions/session-list-routes.ts'
import { accountRoutes } from '#server/account/account-routes.ts'
import { applicationRoutes } from '#server/applications/application-routes.ts'
import { blockRoutes } from '#server/blocks/block-routes.ts'
import { briefTemplateRoutes } from '#server/brief-templates/brief-template-routes.ts'
import { checkRoutes } from '#server/checks/check-routes.ts'
import { conversationRoutes } from '#server/conversations/conversation-routes.ts'
import { dashboardRoutes } from '#server/dashboard/dashboard-routes.ts'
import { deliverableRoutes } from '#server/deliverables/deliverable-routes.ts'
import { disputeRoutes } from '#server/disputes/dispute-routes.ts'
import { statementRoutes } from '#server/statements/statement-routes.ts'
import { taxRoutes } from '#server/tax/tax-routes.ts'
import { documentRoutes } from '#server/documents/document-routes.ts'
import { firstStepRoutes } from '#server/first-steps/first-step-routes.ts'
import { invitationRoutes } from '#server/invitations/invitation-routes.ts'
import { extensionRoutes } from '#server/licences/extension-routes.ts'
import { licenceRoutes } from '#server/licences/licence-routes.ts'
import { shippingRoutes } from '#server/shipping/shipping-routes.ts'
import { notificationRoutes } from '#server/notifications/notification-routes.ts'
import { amendmentRoutes } from '#server/amendments/amendment-routes.ts'
import { offerRoutes } from '#server/offers/offer-routes.ts'
import { operatorRoutes } from '#server/operator/operator-routes.ts'
import { orderRoutes } from '#server/orders/order-routes.ts'
import { packageRoutes } from '#server/packages/package-routes.ts'
import { paymentMethodRoutes } from '#server/payment-methods/payment-method-routes.ts'
import { paymentRoutes } from '#server/payments/payment-routes.ts'
import { payoutRoutes } from '#server/payouts/payout-routes.ts'
import { profileRoutes } from '#server/profiles/profile-routes.ts'
import { projectCancelRoutes } from '#server/projects/cancel/project-cancel-routes.ts'
import { projectRoutes } from '#server/projects/project-routes.ts'
import { pushRoutes } from '#server/push/push-routes.ts'
import { reportRoutes } from '#server/reports/report-routes.ts'
import { ringRoutes } from '#server/rings/ring-routes.ts'
import { reputationRoutes } from '#server/reputation/reputation-routes.ts'
import { trackRecordRoutes } from '#server/track-records/track-record-routes.ts'
import { reviewRoutes } from '#server/review/review-routes.ts'
import { approvedWorkRoutes } from '#server/seats/approved-work-routes.ts'
import { boardRoutes } from '#server/seats/board-routes.ts'
import { bulkRoutes } from '#server/seats/bulk-routes.ts'
import { hiringRoutes } from '#server/seats/hiring-routes.ts'
import { creatorListRoutes } from '#server/creator-lists/creator-list-routes.ts'
import { savedSearchRoutes } from '#server/saved-searches/saved-search-routes.ts'

/** Every domain's calls, one line per domain. */
export function registerApi(routes: Routes, deps: Deps): void {
  profileRoutes(routes, deps)
  packageRoutes(routes, deps)
  orderRoutes(routes, deps)
  dashboardRoutes(routes, deps)
  firstStepRoutes(routes, deps)
  projectRoutes(routes, deps)
  projectCancelRoutes(routes, deps)
  hiringRoutes(routes, deps)
  boardRoutes(routes, deps)
  approvedWorkRoutes(routes, deps)
  bulkRoutes(routes, deps)
  briefTemplateRoutes(routes, deps)
  applicationRoutes(routes, deps)
  offerRoutes(routes, deps)
  amendmentRoutes(routes, deps)
  invitationRoutes(routes, deps)
  paymentRoutes(routes, deps)
  paymentMethodRoutes(routes, deps)
  payoutRoutes(routes, deps)
  licenceRoutes(routes, deps)
  extensionRoutes(routes, deps)
  shippingRoutes(routes, deps)
  disputeRoutes(routes, deps)
  documentRoutes(routes, deps)
  taxRoutes(routes, deps)
  statementRoutes(routes, deps)
  deliverableRoutes(routes, deps)
  checkRoutes(routes, deps)
  reviewRoutes(routes, deps)
  reputationRoutes(routes, deps)
  reportRoutes(routes, deps)
  blockRoutes(routes, deps)
  ringRoutes(routes, deps)
  trackRecordRoutes(routes, deps)
  conversationRoutes(routes, deps)
  notificationRoutes(routes, deps)
  pushRoutes(routes, deps)
  sessionListRoutes(routes, deps)
  accountRoutes(routes, deps)
  savedSearchRoutes(routes, deps)
  creatorListRoutes(routes, deps)
  operatorRoutes(routes, deps)
}
