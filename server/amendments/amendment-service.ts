import type { NewAmendment } from '#contract/amendment-schemas.ts'
import { isPending } from '#contract/amendments.ts'
import type { Brief } from '#contract/briefs.ts'
import { centsFromUsd } from '#contract/money.ts'
import type { ErrorCode } from '#contract/errors.ts'
import {
  expireAmendment,
  lapseAmendment,
  proposeAmendment,
} from '#server/amendments/record/amendment-moves.ts'
import { amendmentById, type AmendmentRow } from '#server/amendments/record/amendment-store.ts'
import { briefVersion } from '#server/briefs/brief-store.ts'
import { briefHash } from '#server/briefs/brief-hash.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { assertMinimumAdded, assertMinimumPrice } from '#server/fees/minimum-price.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { keepOwnProfile } from '#server/own-profile/own-profile.ts'
import { keepLivingProfile, livingProfileById } from '#server/profiles/profile-store.ts'
import { isPast } from '#server/projects/project-edit.ts'
import {
  closedBy,
  heldPriceRefusal,
  heldStanding,
  isOver,
  priceRefusal,
  proposeRefusal,
} from './amendment-policy.ts'
import {
  type Deal,
  type DealTerms,
  dealTerms,
  lockDeal,
  readDeal,
  withRounds,
} from './deal-store.ts'

/** What the two sides of a deal agree on, what has been proposed since, and why nothing can be proposed now, if so. */
export interface AmendmentsOfDeal extends DealTerms {
  projectId: string
  applicationId: string
  closed: ErrorCode | null
  price_fixed: ErrorCode | null
  /**
   * Integer cents that are held. With a lower price the difference goes back to the card; a higher one is paid before
   * it counts.
   */
  held: number | null
}

/**
 * Returns what a deal agrees on and what was proposed about it, for its two sides. 404 for anyone else, and without a
 * deal.
 */
export async function readAmendments(
  { pool, clock }: Deps,
  viewer: Viewer,
  projectId: string,
): Promise<AmendmentsOfDeal> {
  const { people, isOtherHere, ...standing } = await readDeal(pool, viewer, projectId, clock())
  return {
    ...(await dealTerms(pool, people)),
    projectId,
    applicationId: people.application_id,
    closed: closedBy(standing, isOtherHere),
    price_fixed: priceRefusal(standing),
    held: heldStanding(standing),
  }
}

/** The same, in a transaction that holds the deal's locks. */
export const amendmentsOfDeal = async (
  tx: Tx,
  { people, side, ...standing }: Deal,
  now: Date,
): Promise<AmendmentsOfDeal> => ({
  ...(await dealTerms(tx, people)),
  projectId: people.project_id,
  applicationId: people.application_id,
  closed: closedBy(
    standing,
    (await livingProfileById(tx, otherOf({ people, side }), now)) !== null,
  ),
  price_fixed: priceRefusal(standing),
  held: heldStanding(standing),
})

/**
 * Proposes a change to a running deal. Idempotent: the same request twice makes one proposal. Throws 404 for strangers
 * and without a deal, amendment.another, amendment.terms_changed, amendment.date_past, amendment.nothing_new,
 * amendment.payment_begun, amendment.extra_too_small, amendment.price_below_extra, amendment.rounds_in_brief,
 * amendment.rounds_not_more, amendment.other_side_gone, price.below_minimum, and what `proposeRefusal` finds.
 */
export function propose(
  deps: Deps,
  viewer: Viewer,
  projectId: string,
  input: NewAmendment,
  now: Date,
): Promise<AmendmentsOfDeal> {
  return inTransaction(deps.pool, async (tx) => {
    const deal = await lockDeal(tx, viewer, projectId)
    const { side, people } = deal
    const terms = await dealTerms(tx, people)
    if (await isRepeated(tx, deal, input, terms)) return amendmentsOfDeal(tx, deal, now)

    const refusal = proposeRefusal({
      ...deal,
      open: await stillOpen(tx, terms.amendments, now),
      made: terms.amendments.filter(({ by }) => by === side).length,
    })
    if (refusal !== null) throw new AppError(refusal)
    if (input.agreed !== undefined && input.agreed !== agreedOf(terms))
      throw new AppError('amendment.terms_changed')
    await keepOwnProfile(tx, viewer.id)
    await assertOtherSide(tx, deal, now)
    const changes = changesOf(input, terms)
    if (changes.price !== null) assertPrice(deps, deal, changes.price)
    assertRounds(input, terms)
    if (changes.deliver_by !== null && isPast(changes.deliver_by, now)) {
      const { message, code } = new AppError('amendment.date_past')
      throw new AppError(code, { fields: { deliver_by: message } })
    }
    if (Object.values(changes).every((one) => one === null))
      throw new AppError('amendment.nothing_new')

    const made = await proposeAmendment(
      tx,
      {
        ...changes,
        id: input.id,
        application_id: people.application_id,
        number: terms.amendments.length + 1,
        by: side,
        against_deliver_by: terms.deliver_by,
        against_brief_version: terms.brief_version,
        note: input.note,
        expires_at: new Date(now.getTime() + hoursMs(input.hours)).toISOString(),
        created_at: now.toISOString(),
      },
      { projectId, actorId: viewer.id },
    )
    if (made === null) throw new AppError('amendment.another')
    await refreshDeal(tx, deal)
    return amendmentsOfDeal(tx, deal, now)
  })
}

/** The number of changes that were agreed on. */
const agreedOf = ({ amendments }: DealTerms): number =>
  amendments.filter(({ status }) => status === 'accepted').length

/** Throws amendment.payment_begun, price.below_minimum, and whatever refusal applies to a price beside held money. */
function assertPrice(deps: Deps, deal: Deal, price: number): void {
  const fixed = priceRefusal(deal)
  if (fixed !== null) throw new AppError(fixed)
  const held = heldStanding(deal)
  const refusal = held === null ? null : heldPriceRefusal(price, held, deal)
  if (refusal === null) {
    assertMinimumPrice(deps, { cents: price, field: 'price' })
    if (held !== null) assertMinimumAdded(deps, { price, held })
    return
  }
  throw new AppError(refusal, { fields: { price: new AppError(refusal).message } })
}

/**
 * Rounds can only increase, and a brief states its own. Throws amendment.rounds_in_brief, amendment.rounds_not_more.
 */
function assertRounds({ rounds, brief }: NewAmendment, agreed: DealTerms): void {
  if (rounds === null) return
  if (brief === null && rounds >= agreed.rounds) return
  const { code, message } = new AppError(
    brief === null ? 'amendment.rounds_not_more' : 'amendment.rounds_in_brief',
  )
  throw new AppError(code, { fields: { rounds: message } })
}

type Changes = Pick<
  AmendmentRow,
  'deliver_by' | 'price' | 'against_price' | 'rounds' | 'against_rounds' | 'brief' | 'brief_hash'
>

/** The values that would actually change: one that is already agreed does not count. */
function changesOf(
  { deliver_by: day, price: usd, rounds: asked, brief }: NewAmendment,
  terms: DealTerms,
): Changes {
  const hash = brief === null ? null : briefHash(brief)
  const isSame = terms.brief !== null && hash === briefHash(terms.brief)
  const price = usd === null || centsFromUsd(usd) === terms.price ? null : centsFromUsd(usd)
  const more = asked === terms.rounds ? null : asked
  const rounds = brief === null || isSame ? more : roundsWith(brief, terms)
  return {
    rounds,
    against_rounds: rounds === null ? null : terms.rounds,
    price,
    against_price: price === null ? null : terms.price,
    deliver_by: day === terms.deliver_by ? null : day,
    brief: isSame ? null : brief,
    brief_hash: isSame ? null : hash,
  }
}

/**
 * Returns the deal's rounds under a brief that may state fewer than were agreed: a brief that keeps the number it began
 * with leaves the agreed rounds as they are.
 */
const roundsWith = ({ rounds }: Brief, terms: DealTerms): number =>
  rounds === terms.brief?.rounds ? terms.rounds : rounds

/** Returns the open amendment, if any. Ends one that has expired but that the clock job has not reached yet. */
async function stillOpen(
  tx: Tx,
  amendments: readonly AmendmentRow[],
  now: Date,
): Promise<AmendmentRow | null> {
  const open = amendments.find(({ status }) => isPending(status)) ?? null
  if (open?.status === 'unpaid')
    return (await lapseAmendment(tx, open.id, now)) === null ? open : null
  if (open === null || !isOver(open, now)) return open
  await expireAmendment(tx, open.id, now)
  return null
}

/**
 * Refuses agreement with someone who was banned or has left. A deletion of the other account waits until this
 * transaction ends. Throws amendment.other_side_gone.
 */
export async function assertOtherSide(tx: Tx, deal: Deal, now: Date): Promise<void> {
  if ((await keepLivingProfile(tx, otherOf(deal), now)) === null)
    throw new AppError('amendment.other_side_gone')
}

const otherOf = ({ side, people }: Pick<Deal, 'side' | 'people'>): string =>
  side === 'creator' ? people.seller_id : people.creator_id

/** Makes both sides' open pages refetch, and no one else's. */
export const refreshDeal = (tx: Tx, { people }: Pick<Deal, 'people'>) =>
  enqueue(tx, 'realtime.changed', {
    user_ids: [people.seller_id, people.creator_id],
    topics: ['projects', 'applications', 'conversations', 'dashboard'],
    project_id: people.project_id,
  })

/**
 * Returns whether this exact amendment was proposed before. Throws amendment.another when its id belongs to other
 * changes.
 */
async function isRepeated(
  tx: Tx,
  { side, people }: Deal,
  given: NewAmendment,
  terms: DealTerms,
): Promise<boolean> {
  const known = await amendmentById(tx, given.id)
  if (known === null) return false
  const changes = changesOf(given, await termsAt(tx, known, people.project_id, terms))
  const isSame =
    known.application_id === people.application_id &&
    known.by === side &&
    known.deliver_by === changes.deliver_by &&
    known.price === changes.price &&
    (known.brief !== null || known.rounds === changes.rounds) &&
    known.brief_hash === changes.brief_hash &&
    known.note === given.note &&
    Date.parse(known.expires_at) - Date.parse(known.created_at) === hoursMs(given.hours)
  if (!isSame) throw new AppError('amendment.another')
  return true
}

/**
 * Returns the date, price, rounds and brief that were agreed when an amendment was proposed. Only amendments change the
 * price and the rounds of a deal: what it left unchanged is what the next one that changes it was proposed against.
 */
async function termsAt(
  tx: Tx,
  known: AmendmentRow,
  projectId: string,
  terms: DealTerms,
): Promise<DealTerms> {
  const since = terms.amendments.filter(({ number }) => number >= known.number)
  const first = <T>(values: readonly (T | null)[]) => values.find((one) => one !== null)
  const rounds = first(since.map((one) => one.against_rounds)) ?? terms.rounds
  const { against_brief_version: version } = known
  const brief =
    version === null || version === terms.brief_version
      ? terms.brief
      : await briefVersion(tx, projectId, version)
  return {
    ...terms,
    brief: version === null ? null : withRounds(brief, rounds),
    rounds,
    deliver_by: known.against_deliver_by,
    price: first(since.map((one) => one.against_price)) ?? terms.price,
  }
}

const hoursMs = (hours: number): number => hours * 60 * 60_000
