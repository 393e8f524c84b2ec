import { type OfferMove, offerTransitions } from '#contract/offers.ts'
import { maybeRow, rows, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import { insertOffer, type NewOfferRow, offerColumns, type OfferRow } from './offer-store.ts'

/** An offer, and the project it is about. */
export type InProject = OfferRow & { project_id: string }

const withProject = sql`returning ${offerColumns},
  (select project_id from applications where applications.id = offers.application_id) as project_id`

/** Moves that end open offers because something else happened. */
type SystemEnd = 'overtake' | 'close'

/** One move of an offer. A null `actorId` is the system. */
interface Move {
  id: string
  move: Exclude<OfferMove, 'expire' | SystemEnd>
  actorId: string
  now: Date
}

/** Makes an offer and records it. Null when another is open, or its number or id is taken. */
export async function makeOffer(
  tx: Tx,
  offer: NewOfferRow,
  { projectId, actorId }: { projectId: string; actorId: string },
): Promise<OfferRow | null> {
  const made = await insertOffer(tx, offer)
  if (made !== null)
    await record(tx, { ...made, project_id: projectId }, { move: 'make', from: null, actorId })
  return made
}

/** Answers or withdraws an offer. The write is the guard: null when the offer is no longer open, or has expired. */
export async function moveOffer(
  tx: Tx,
  { id, move, actorId, now }: Move,
): Promise<OfferRow | null> {
  const { from, to } = offerTransitions[move]
  const moved = await maybeRow<InProject>(
    tx,
    sql`update offers set status = ${to}, answered_at = ${now}
      where id = ${id} and status = any(${from}) and expires_at > ${now} ${withProject}`,
  )
  if (moved !== null) await record(tx, moved, { move, from: 'open', actorId })
  return moved
}

/** Ends an offer that has expired, for the clock job. Null when it was answered before. */
export async function expireOffer(tx: Tx, id: string, now: Date): Promise<InProject | null> {
  const { from, to } = offerTransitions.expire
  const moved = await maybeRow<InProject>(
    tx,
    sql`update offers set status = ${to}
      where id = ${id} and status = any(${from}) and expires_at <= ${now} ${withProject}`,
  )
  if (moved !== null) await record(tx, moved, { move: 'expire', from: 'open', actorId: null })
  return moved
}

/**
 * Ends the open offers about these applications: the applications were answered, so no one will answer the offers any
 * more.
 */
export const closeOffersOf = (tx: Tx, applicationIds: readonly string[]) =>
  endOpen(tx, 'close', sql`application_id = any(${applicationIds})`)

/** Ends the open offers about a project whose text changed: they were made for different work. */
export const overtakeOffersOfProject = (tx: Tx, projectId: string) =>
  endOpen(
    tx,
    'overtake',
    sql`application_id in (select id from applications where project_id = ${projectId})`,
  )

/** Ends the open offers about the applications of a creator who leaves. */
export const closeOffersOfCreator = (tx: Tx, creatorId: string) =>
  endOpen(
    tx,
    'close',
    sql`application_id in (select id from applications where creator_id = ${creatorId})`,
  )

async function endOpen(tx: Tx, move: SystemEnd, which: Statement): Promise<void> {
  const { from, to } = offerTransitions[move]
  const ended = await rows<InProject>(
    tx,
    sql`update offers set status = ${to} where ${which} and status = any(${from}) ${withProject}`,
  )
  for (const offer of ended) await record(tx, offer, { move, from: 'open', actorId: null })
}

async function record(
  tx: Tx,
  offer: InProject,
  {
    move,
    from,
    actorId,
  }: { move: OfferMove | 'make'; from: string | null; actorId: string | null },
): Promise<void> {
  await recordEvent(tx, {
    entity: 'offer',
    entityId: offer.id,
    projectId: offer.project_id,
    actorId,
    move,
    from,
    to: offer.status,
  })
}
