import { accountErrors } from './account.ts'
import { amendmentErrors } from './amendments.ts'
import { applicationErrors } from './applications.ts'
import { bankDisputeErrors } from './bank-disputes.ts'
import { blockErrors } from './blocks.ts'
import { briefErrors } from './briefs.ts'
import { conversationErrors } from './conversations.ts'
import { deliverableErrors } from './deliverables.ts'
import { deliveryCheckErrors } from './delivery-checks.ts'
import { disputeErrors } from './disputes.ts'
import { invitationErrors } from './invitations.ts'
import { extensionErrors } from './licence-extensions.ts'
import { licenceErrors } from './licences.ts'
import { minimumPriceErrors } from './minimum-price.ts'
import { offerErrors } from './offers.ts'
import { operatorErrors } from './operator.ts'
import { viewAsErrors } from './view-as.ts'
import { proposalErrors } from './operator-proposals.ts'
import { packageOrderErrors } from './package-orders.ts'
import { packageErrors } from './packages.ts'
import { paymentErrors } from './payments.ts'
import { payoutErrors } from './payouts.ts'
import { profileErrors } from './profiles.ts'
import { projectErrors } from './projects.ts'
import { pushErrors } from './push.ts'
import { reportErrors } from './reports.ts'
import { reputationErrors } from './reputation.ts'
import { reviewErrors } from './review-notes.ts'
import { creatorListErrors } from './creator-lists.ts'
import { savedSearchErrors } from './saved-searches.ts'
import { seatErrors } from './seats.ts'
import { shippingErrors } from './shipping.ts'
import { uploadErrors } from './uploads.ts'
import type { ErrorEntry } from './error-entry.ts'

/** Refusals that belong to no particular domain. */
const requestErrors = {
  'request.invalid': { status: 422, message: 'Please check the highlighted fields.' },
  'request.malformed': { status: 400, message: 'The request could not be read.' },
  'request.unauthenticated': { status: 401, message: 'Please sign in to continue.' },
  'request.sellers_only': {
    status: 403,
    message: 'Access Denied - This page is only available to sellers.',
  },
  'request.creators_only': {
    status: 403,
    message: 'Access Denied - This page is only available to creators.',
  },
  /** Also the response for every row the reader may not see: the same body as for an unknown id. */
  'request.not_found': { status: 404, message: 'Not found.' },
  'request.too_slow': { status: 408, message: 'The request took too long to arrive.' },
  'request.too_large': { status: 413, message: 'That is larger than we accept.' },
  'request.unsupported_type': { status: 415, message: 'That type is not accepted here.' },
  'request.headers_too_large': {
    status: 431,
    message: 'The request’s headers are larger than we accept.',
  },
  'request.too_many': {
    status: 429,
    message: 'Too many requests. Please wait a moment and try again.',
  },
  'server.failed': { status: 500, message: 'Something went wrong on our side. Please try again.' },
  'server.unavailable': { status: 503, message: 'We are briefly unavailable. Please try again.' },
} as const satisfies Record<string, ErrorEntry>

/** Every refusal of the API by its code. The code is the contract, the sentence is copy (SPEC §8). */
export const errors = {
  ...requestErrors,
  ...profileErrors,
  ...packageErrors,
  ...packageOrderErrors,
  ...minimumPriceErrors,
  ...projectErrors,
  ...seatErrors,
  ...briefErrors,
  ...applicationErrors,
  ...offerErrors,
  ...amendmentErrors,
  ...deliverableErrors,
  ...deliveryCheckErrors,
  ...reviewErrors,
  ...reputationErrors,
  ...reportErrors,
  ...blockErrors,
  ...pushErrors,
  ...paymentErrors,
  ...payoutErrors,
  ...licenceErrors,
  ...extensionErrors,
  ...shippingErrors,
  ...disputeErrors,
  ...conversationErrors,
  ...invitationErrors,
  ...uploadErrors,
  ...accountErrors,
  ...savedSearchErrors,
  ...creatorListErrors,
  ...operatorErrors,
  ...proposalErrors,
  ...viewAsErrors,
  ...bankDisputeErrors,
} as const

export type ErrorCode = keyof typeof errors

/** The body of every refusal (application/problem+json). `fields` maps an input's path to its sentence. */
export interface Problem {
  status: number
  code: ErrorCode
  message: string
  fields?: Record<string, string>
  request_id: string
}
