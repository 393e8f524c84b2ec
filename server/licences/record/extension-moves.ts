import type { EventMove } from '#contract/events.ts'
import { extendedLastDay, extensionTransitions } from '#contract/licence-extensions.ts'
import { execute, maybeRow, rows, sql } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { recordEvent } from '#server/notifications/record-event.ts'
import {
  type ExtendedLicence,
  extensionById,
  extensionColumns,
  type ExtensionRow,
  extensionsOf,
  lockExtendedLicence,
} from './extension-store.ts'

/** The only SQL that writes `licence_extensions.status`, and `licences.ends_on` after the grant. */

/** Begins an extension and records it. Null when another is open, or its number or id is taken. */
export async function beginExtension(
  tx: Tx,
  licence: ExtendedLicence,
  made: Omit<ExtensionRow, 'licence_id' | 'paid_at'>,
  actorId: string,
): Promise<ExtensionRow | null> {
  const begun = await maybeRow<ExtensionRow>(
    tx,
    sql`insert into licence_extensions (id, licence_id, number, by, months, price, status, created_at, expires_at)
      values (${made.id}, ${licence.id}, ${made.number}, ${made.by}, ${made.months}, ${made.price}, ${made.status},
        ${made.created_at}, ${made.expires_at})
      on conflict do nothing returning ${extensionColumns}`,
  )
  if (begun !== null) {
    const moves = {
      terms: 'take_extension',
      seller: 'propose_extension',
      creator: 'offer_extension',
    } as const
    await record(tx, licence, moves[begun.by], actorId)
  }
  return begun
}

const EVENTS = {
  accept: 'agree_extension',
  decline: 'decline_extension',
  withdraw: 'withdraw_extension',
  expire: 'expire_extension',
  pay: null,
} as const

/**
 * Moves an extension along its transition table. The write is the guard: null when it is no longer open, or when it has
 * expired (for a person's answer) or has not yet expired (for the clock's).
 */
export async function moveExtension(
  tx: Tx,
  licence: ExtendedLicence,
  id: string,
  { move, actorId, now }: { move: keyof typeof EVENTS; actorId: string | null; now: Date },
): Promise<ExtensionRow | null> {
  const { from, to } = extensionTransitions[move]
  const inTime =
    move === 'pay'
      ? sql`true`
      : move === 'expire'
        ? sql`expires_at <= ${now}`
        : sql`expires_at > ${now}`
  const moved = await maybeRow<ExtensionRow>(
    tx,
    sql`update licence_extensions set status = ${to}, answered_at = coalesce(answered_at, ${now}),
        paid_at = ${move === 'pay' ? now : null}
      where id = ${id} and status = any(${from}) and ${inTime} returning ${extensionColumns}`,
  )
  const event = EVENTS[move]
  if (moved !== null && event !== null) await record(tx, licence, event, actorId)
  return moved
}

/**
 * Ends what is open about the licences of someone who leaves: what they named is withdrawn, the rest is declined, and
 * the other side is notified. What has expired is left to the clock.
 */
export async function endExtensionsOf(tx: Tx, personId: string, now: Date): Promise<void> {
  const open = await rows<{ id: string }>(
    tx,
    sql`select licence_extensions.id from licence_extensions join licences on licences.id = licence_id
      join applications on applications.id = licences.application_id join projects on projects.id = licences.project_id
      where licence_extensions.status in ('proposed', 'agreed') and ${personId} in (seller_id, applications.creator_id)
      order by licences.id`,
  )
  for (const { id } of open) {
    // Licences come before their extensions, as in an answer.
    const licence = await lockExtendedLicence(tx, { extensionId: id })
    const extension = await extensionById(tx, id)
    if (licence === null || extension === null) continue
    const maker = extension.by === 'creator' ? licence.creator_id : licence.seller_id
    const move = maker === personId ? 'withdraw' : 'decline'
    await moveExtension(tx, licence, id, { move, actorId: personId, now })
    await enqueue(tx, 'realtime.changed', {
      user_ids: [licence.seller_id, licence.creator_id],
      topics: ['projects', 'payments'],
      project_id: licence.project_id,
    })
  }
}

/**
 * Makes a licence's last day follow the money of its extensions: a later day when one is paid, an earlier one when its
 * money went back or a bank took it. Idempotent. Call it with the payment locked, whenever the money of an extension
 * moves.
 */
export async function settleExtensions(tx: Tx, applicationId: string): Promise<void> {
  const licence = await lockExtendedLicence(tx, { applicationId })
  if (licence === null || licence.term_months === null) return
  const paid = (await extensionsOf(tx, licence.id))
    .filter((one) => one.counts)
    .map(({ months, paid_at: at }) => ({ months, paid_at: at ?? '' }))
    .toSorted((a, b) => Date.parse(a.paid_at) - Date.parse(b.paid_at))
  const term = { granted_at: licence.granted_at, term_months: licence.term_months }
  const until = extendedLastDay(term, paid)
  if (until === licence.ends_on) return
  await execute(tx, sql`update licences set ends_on = ${until}::date where id = ${licence.id}`)
  await record(tx, licence, until > (licence.ends_on ?? '') ? 'extend' : 'shorten', null)
  await enqueue(
    tx,
    'licences.certify',
    { licence_id: licence.id },
    { key: `licences.certify:${licence.id}` },
  )
}

const record = (
  tx: Tx,
  { id, project_id: projectId, status }: ExtendedLicence,
  move: EventMove<'licence'>,
  actorId: string | null,
) =>
  recordEvent(tx, {
    entity: 'licence',
    entityId: id,
    projectId,
    actorId,
    move,
    from: status,
    to: status,
  })
