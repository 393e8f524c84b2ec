import { isDeepStrictEqual } from 'node:util'
import { withItems } from '#contract/brief-checks.ts'
import { BRIEF_LIMITS, type BriefItem, briefMessages } from '#contract/briefs.ts'
import { centsFromUsd } from '#contract/money.ts'
import type { NewOffer } from '#contract/offer-schemas.ts'
import type { OfferSide } from '#contract/offers.ts'
import {
  applicationById,
  type ApplicationRow,
  payoutReady,
} from '#server/applications/application-store.ts'
import { areApart } from '#server/apart/apart.ts'
import { currentBrief } from '#server/briefs/brief-store.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { assertMinimumPrice } from '#server/fees/minimum-price.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { keepOwnProfile } from '#server/own-profile/own-profile.ts'
import { keepLivingProfile } from '#server/profiles/profile-store.ts'
import { isPast } from '#server/projects/project-edit.ts'
import { lockProject, type ProjectRow } from '#server/projects/project-store.ts'
import { type NegotiationRow, negotiationOf } from './negotiation-service.ts'
import { isOver, makeRefusal, sameTerms, sideOf } from './offer-policy.ts'
import { expireOffer, makeOffer, moveOffer } from '#server/offers/record/offer-moves.ts'
import { offerById, type OfferRow, type TermsRow } from '#server/offers/record/offer-store.ts'

/** An application with its project, seen from one of its two sides. */
export interface Seat {
  side: OfferSide
  application: ApplicationRow
  project: ProjectRow
}

/**
 * Makes an offer, or counters the open one that `answers` names. A repeated request makes no second offer. Throws 404
 * for strangers, offer.another, offer.no_brief, offer.date_past, offer.nothing_new, offer.other_side_gone,
 * price.below_minimum, and what `makeRefusal` finds.
 */
export function makeNewOffer(
  deps: Deps,
  viewer: Viewer,
  applicationId: string,
  input: NewOffer,
  now: Date,
): Promise<NegotiationRow> {
  return inTransaction(deps.pool, async (tx) => {
    const seat = await lockSeat(tx, viewer, applicationId)
    const { side, application, project } = seat
    const before = await negotiationOf(tx, application.id, project)
    const { offers, terms: standing, briefItems } = before
    const items = namedItems(input.items, briefItems)
    const terms = { ...input, price: centsFromUsd(input.price), items }
    if (await isRepeated(tx, seat, terms)) return before

    if (items !== null) await assertFits(tx, project.id, items)
    const open = await stillOpen(tx, offers, now)
    const refusal = makeRefusal({
      ...seat,
      open,
      made: offers.length,
      answers: input.answers,
      isPayable: await payoutReady(tx, application.creator_id),
    })
    if (refusal !== null) throw new AppError(refusal)
    await keepOwnProfile(tx, viewer.id)
    await assertOtherSide(tx, seat, now)
    if (isPast(input.deliver_by, now)) {
      const { message, code } = new AppError('offer.date_past')
      throw new AppError(code, { fields: { deliver_by: message } })
    }
    const against = open ?? standing
    // The application's own price stands whatever has been offered since.
    if (terms.price !== standing.price)
      assertMinimumPrice(deps, { cents: terms.price, field: 'price', standing: against.price })
    if (sameTerms(terms, against)) throw new AppError('offer.nothing_new')

    if (open !== null) {
      const countered = await moveOffer(tx, {
        id: open.id,
        move: 'counter',
        actorId: viewer.id,
        now,
      })
      if (countered === null) throw new AppError('offer.expired')
    }
    const made = await makeOffer(
      tx,
      {
        id: input.id,
        application_id: application.id,
        number: offers.length + 1,
        by: side,
        answers: open?.id ?? null,
        price: terms.price,
        deliver_by: terms.deliver_by,
        rounds: terms.rounds,
        items: terms.items,
        note: terms.note,
        hire_at_once: side === 'creator' || terms.hire_at_once,
        against_price: against.price,
        against_deliver_by: against.deliver_by,
        against_rounds: against.rounds,
        against_items: against.items,
        expires_at: new Date(now.getTime() + hoursMs(terms.hours)).toISOString(),
        created_at: now.toISOString(),
      },
      { projectId: project.id, actorId: viewer.id },
    )
    if (made === null) throw new AppError('offer.another')
    await refreshSides(tx, seat)
    return negotiationOf(tx, application.id, project)
  })
}

/** The pieces, if they differ from the brief's; null leaves them to the brief. */
const namedItems = (items: BriefItem[] | null, briefed: BriefItem[] | null): BriefItem[] | null =>
  isDeepStrictEqual(items, briefed) ? null : items

/** Pieces belong to a brief, whose checks follow from them. Throws offer.no_brief, request.invalid. */
async function assertFits(tx: Tx, projectId: string, items: BriefItem[]): Promise<void> {
  const current = await currentBrief(tx, projectId)
  if (current === null) throw new AppError('offer.no_brief')
  const { checks } = withItems(current.brief, items)
  if (checks.length > BRIEF_LIMITS.checks)
    throw new AppError('request.invalid', { fields: { items: briefMessages.tooManyChecks } })
}

/** The open offer, if any. Ends one that has expired but that the clock job has not reached yet. */
async function stillOpen(tx: Tx, offers: readonly OfferRow[], now: Date): Promise<OfferRow | null> {
  const open = offers.find((one) => one.status === 'open') ?? null
  if (open === null || !isOver(open, now)) return open
  await expireOffer(tx, open.id, now)
  return null
}

/**
 * No one can agree with someone who was banned or has left, or while the two are apart: no one would fund, or deliver. A
 * deletion of the other account waits until this transaction ends. Throws offer.other_side_gone.
 */
export async function assertOtherSide(
  tx: Tx,
  { side, application, project }: Seat,
  now: Date,
): Promise<void> {
  const other = side === 'creator' ? project.seller_id : application.creator_id
  const isGone = (await keepLivingProfile(tx, other, now)) === null
  if (isGone || (await areApart(tx, project.seller_id, application.creator_id)))
    throw new AppError('offer.other_side_gone')
}

/** Locks the application and its project, through the project as every answer to it does. Throws 404 for strangers. */
export async function lockSeat(tx: Tx, viewer: Viewer, applicationId: string): Promise<Seat> {
  const found = foundOr404(await applicationById(tx, applicationId))
  // A stranger's request must not make the two sides wait.
  const project = foundOr404(await maybeSide(tx, viewer, found))
  const application = foundOr404(await applicationById(tx, applicationId))
  return { side: foundOr404(sideOf(viewer, application, project)), application, project }
}

async function maybeSide(
  tx: Tx,
  viewer: Viewer,
  application: ApplicationRow,
): Promise<ProjectRow | null> {
  if (viewer.role === 'creator' && application.creator_id !== viewer.id) return null
  return lockProject(tx, application.project_id)
}

/** Makes both sides' open pages refetch, and no one else's: offers are between the two sides only. */
export const refreshSides = (
  tx: Tx,
  {
    application,
    project,
  }: {
    application: Pick<ApplicationRow, 'creator_id'>
    project: Pick<ProjectRow, 'id' | 'seller_id'>
  },
) =>
  enqueue(tx, 'realtime.changed', {
    user_ids: [project.seller_id, application.creator_id],
    topics: ['applications', 'conversations', 'dashboard'],
    project_id: project.id,
  })

/** Whether this same offer was made before. Throws offer.another if its id belongs to other terms. */
async function isRepeated(
  tx: Tx,
  { side, application }: Seat,
  given: Omit<NewOffer, 'price'> & TermsRow,
): Promise<boolean> {
  const known = await offerById(tx, given.id)
  if (known === null) return false
  const isSame =
    known.application_id === application.id &&
    known.by === side &&
    sameTerms(known, given) &&
    known.note === given.note &&
    known.answers === given.answers &&
    (side === 'creator' || known.hire_at_once === given.hire_at_once) &&
    Date.parse(known.expires_at) - Date.parse(known.created_at) === hoursMs(given.hours)
  if (!isSame) throw new AppError('offer.another')
  return true
}

const hoursMs = (hours: number): number => hours * 60 * 60_000
