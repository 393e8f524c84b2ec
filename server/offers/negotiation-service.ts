import type { BriefItem } from '#contract/briefs.ts'
import type { LicenceTerms } from '#contract/licence-rights.ts'
import { agreedRounds } from '#contract/rounds.ts'
import type { Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { assertMay, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { visibleProject } from '#server/projects/project-service.ts'
import type { ProjectRow } from '#server/projects/project-store.ts'
import { type ApplicationWithOffers, applicationWithOffers } from './negotiation-store.ts'
import { sideOf } from './offer-policy.ts'
import type { OfferRow, TermsRow } from '#server/offers/record/offer-store.ts'

/** The state of the negotiation between two sides about one application. */
export interface NegotiationRow {
  applicationId: string
  terms: TermsRow
  /** What the project's brief asks for; null if there is no brief. */
  briefItems: BriefItem[] | null
  /** The licence that its project states; null for the standard licence. */
  licence: LicenceTerms | null
  offers: OfferRow[]
}

/**
 * All offers about an application and the terms that accepting it would agree on now, for its two sides; 404 for anyone
 * else.
 */
export async function readOffers(
  { pool, clock }: Deps,
  viewer: Viewer,
  applicationId: string,
): Promise<NegotiationRow> {
  const application = foundOr404(await applicationWithOffers(pool, applicationId))
  const project = await visibleProject(pool, viewer, application.project_id, clock())
  foundOr404(sideOf(viewer, application, project))
  assertMay(application.in_reach)
  return negotiationFrom(application, project)
}

/** The current state of an application's negotiation, in a transaction that holds its project's lock. */
export const negotiationOf = async (
  tx: Tx,
  applicationId: string,
  project: ProjectRow,
): Promise<NegotiationRow> =>
  negotiationFrom(foundOr404(await applicationWithOffers(tx, applicationId)), project)

/** The terms that accepting an application would agree on now, and all offers about it. */
function negotiationFrom(
  {
    id,
    proposed_price: price,
    offers,
    briefed_rounds: briefed,
    briefed_items: briefItems,
    posted_deadline: posted,
  }: ApplicationWithOffers,
  project: ProjectRow,
): NegotiationRow {
  const agreed = offers.findLast(({ status }) => status === 'accepted')
  return {
    applicationId: id,
    briefItems,
    licence: project.licence_terms,
    terms: {
      price,
      deliver_by: agreed?.deliver_by ?? posted ?? project.deadline,
      rounds: agreedRounds(agreed?.rounds ?? null, briefed),
      items: agreed?.items ?? null,
    },
    offers,
  }
}
