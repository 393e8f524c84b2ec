import type { BulkRow, DeclinedRow } from '#contract/bulk-schemas.ts'
import type { NewOffer } from '#contract/offer-schemas.ts'
import { rejectApplication } from '#server/applications/application-answer-service.ts'
import { presentForOwner } from '#server/applications/application-presenter.ts'
import { shortlistApplication } from '#server/applications/shortlist-service.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { makeNewOffer } from '#server/offers/offer-service.ts'
import { assertOnBoard, forEachApplication, type Row } from './each-application.ts'

const withoutResult = ({ application_id, error }: Row<unknown>): BulkRow => ({
  application_id,
  error,
})

/** Shortlists several applications. Throws as forEachApplication. */
export async function shortlistSeveral(
  deps: Deps,
  viewer: Viewer,
  { listingId, ids, now }: { listingId: string; ids: readonly string[]; now: Date },
): Promise<BulkRow[]> {
  const rows = await forEachApplication(deps, viewer, { listingId, ids }, async (id) => {
    await assertOnBoard(deps, viewer, id)
    return shortlistApplication(deps, viewer, id, now)
  })
  return rows.map(withoutResult)
}

/**
 * Rejects several applications with one text. A rejection keeps its text: repeating the same one is a no-op, and
 * another text is refused. Throws as forEachApplication.
 */
export async function declineSeveral(
  deps: Deps,
  viewer: Viewer,
  wish: { listingId: string; ids: readonly string[]; note: string | null; now: Date },
): Promise<DeclinedRow[]> {
  const { note, now } = wish
  const rows = await forEachApplication(deps, viewer, wish, async (id) => {
    await assertOnBoard(deps, viewer, id)
    const answered = await rejectApplication(deps, viewer, id, { now, note })
    if (answered.application.reject_note !== note)
      throw new AppError('application.already_answered')
    return presentForOwner(answered.application, answered.project, now).undo_until
  })
  return rows.map((row) => ({ ...withoutResult(row), undo_until: row.done }))
}

/** The offer that everyone gets alike, and the id it has for each application. */
type SameOffer = Omit<NewOffer, 'id' | 'answers' | 'items'> & {
  offers: readonly { id: string; application_id: string }[]
}

/**
 * Makes the same offer about several applications, each under an id of its own, so that a repeated request makes no
 * second offer. Each takes one from the sender's rate limit, as many as if sent one by one. Throws as
 * forEachApplication.
 */
export async function offerSeveral(
  deps: Deps,
  viewer: Viewer,
  { listingId, wish, ip, now }: { listingId: string; wish: SameOffer; ip: string; now: Date },
): Promise<BulkRow[]> {
  const { offers, ...terms } = wish
  const idOf = new Map(offers.map(({ id, application_id }) => [application_id, id]))
  const ids = [...idOf.keys()]
  const rows = await forEachApplication(deps, viewer, { listingId, ids }, async (applicationId) => {
    await deps.limits?.take('application', { accountId: viewer.id, ip, now })
    const id = idOf.get(applicationId) ?? ''
    const offer = { ...terms, id, items: null, answers: null }
    await makeNewOffer(deps, viewer, applicationId, offer, now)
  })
  return rows.map(withoutResult)
}
