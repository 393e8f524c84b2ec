import type { z } from 'zod'
import type { RouteKey } from './api.ts'
import { accountSchemas } from './account-schemas.ts'
import { applicationSchemas } from './application-schemas.ts'
import { bankDisputeSchemas } from './bank-dispute-schemas.ts'
import { blockSchemas } from './block-schemas.ts'
import { briefSchemas } from './brief-schemas.ts'
import { conversationSchemas } from './conversation-schemas.ts'
import { deliverableSchemas } from './deliverable-schemas.ts'
import { deliveryCheckSchemas } from './delivery-check-schemas.ts'
import { disputeSchemas } from './dispute-schemas.ts'
import { statementSchemas } from './statement-schemas.ts'
import { taxSchemas } from './tax-schemas.ts'
import { documentSchemas } from './document-schemas.ts'
import { firstStepSchemas } from './first-step-schemas.ts'
import { invitationSchemas } from './invitation-schemas.ts'
import { licenceExtensionSchemas } from './licence-extension-schemas.ts'
import { licenceSchemas } from './licence-schemas.ts'
import { shippingSchemas } from './shipping-schemas.ts'
import { notificationSchemas } from './notification-schemas.ts'
import { amendmentSchemas } from './amendment-schemas.ts'
import { offerSchemas } from './offer-schemas.ts'
import { operatorProposalSchemas } from './operator-proposal-schemas.ts'
import { operatorSchemas } from './operator-schemas.ts'
import { packageOrderSchemas } from './package-order-schemas.ts'
import { packageSchemas } from './package-schemas.ts'
import { paymentSchemas } from './payment-schemas.ts'
import { payoutSchemas } from './payout-schemas.ts'
import { profileSchemas } from './profile-schemas.ts'
import { projectSchemas } from './project-schemas.ts'
import { reportSchemas } from './report-schemas.ts'
import { ringSchemas } from './ring-schemas.ts'
import { reputationSchemas } from './reputation-schemas.ts'
import { trackRecordSchemas } from './track-record-schemas.ts'
import { reviewSchemas } from './review-note-schemas.ts'
import { boardSchemas } from './board-schemas.ts'
import { bulkSchemas } from './bulk-schemas.ts'
import { pushSchemas } from './push-schemas.ts'
import { seatSchemas } from './seat-schemas.ts'
import { creatorListSchemas } from './creator-list-schemas.ts'
import { savedSearchSchemas } from './saved-search-schemas.ts'
import { sessionSchemas } from './session-schemas.ts'
import { viewAsSchemas } from './view-as-schemas.ts'
import { listedDealSchemas } from './listed-deal-schemas.ts'

/** A call's input and response. Absent parts are not sent. */
export interface CallSchema {
  readonly params?: z.ZodType<Record<string, string>>
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly answer: z.ZodType
}

/** The schemas of every call of `routes`; a missing or an extra one does not compile. */
export const schemas = {
  ...profileSchemas,
  ...packageSchemas,
  ...packageOrderSchemas,
  ...projectSchemas,
  ...seatSchemas,
  ...boardSchemas,
  ...bulkSchemas,
  ...briefSchemas,
  ...listedDealSchemas,
  ...applicationSchemas,
  ...offerSchemas,
  ...amendmentSchemas,
  ...deliverableSchemas,
  ...deliveryCheckSchemas,
  ...reviewSchemas,
  ...reputationSchemas,
  ...reportSchemas,
  ...blockSchemas,
  ...ringSchemas,
  ...trackRecordSchemas,
  ...paymentSchemas,
  ...payoutSchemas,
  ...licenceSchemas,
  ...licenceExtensionSchemas,
  ...shippingSchemas,
  ...disputeSchemas,
  ...documentSchemas,
  ...taxSchemas,
  ...statementSchemas,
  ...conversationSchemas,
  ...invitationSchemas,
  ...firstStepSchemas,
  ...notificationSchemas,
  ...pushSchemas,
  ...sessionSchemas,
  ...accountSchemas,
  ...savedSearchSchemas,
  ...creatorListSchemas,
  ...operatorSchemas,
  ...operatorProposalSchemas,
  ...viewAsSchemas,
  ...bankDisputeSchemas,
} as const satisfies Record<RouteKey, CallSchema>

type Schemas = typeof schemas
type Part<
  K extends RouteKey,
  Name extends 'params' | 'query' | 'body',
> = Name extends keyof Schemas[K] ? Schemas[K][Name] : never
type InputOf<T> = T extends z.ZodType ? z.input<T> : never
type OutputOf<T> = T extends z.ZodType ? z.output<T> : never

/** A caller's input: `{ params, query, body }`, each only where the call has it. */
export type Input<K extends RouteKey> = {
  [Name in 'params' | 'query' | 'body' as Name extends keyof Schemas[K] ? Name : never]: InputOf<
    Part<K, Name>
  >
}

/** What a handler receives: the same input after validation (trimmed, defaulted). */
export type Parsed<K extends RouteKey> = {
  [Name in 'params' | 'query' | 'body' as Name extends keyof Schemas[K] ? Name : never]: OutputOf<
    Part<K, Name>
  >
}

/** A call's response. */
export type Answer<K extends RouteKey> = z.output<Schemas[K]['answer']>
