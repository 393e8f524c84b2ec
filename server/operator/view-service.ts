import { VIEW_AS_MINUTES, type ViewAsReason, viewAsReasonWords } from '#contract/view-as.ts'
import { logAccountAct } from '#server/account-log/account-log-store.ts'
import type { Deps } from '#server/deps/deps.ts'
import { execute, maybeRow, oneRow, sql } from '#server/db/sql.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { viewedMail } from '#server/mail/account-mails.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { type NewAct, newestAct, recordAct } from '#server/operator/acts/operator-acts.ts'
import { inView } from '#server/operator/views/view-as.ts'
import { lockPerson, type PersonAct } from './people-service.ts'

type ViewAct = PersonAct & { kind: ViewAsReason }

/**
 * Begins a view of the product as a person sees it, for VIEW_AS_MINUTES and only in this session of the operator. The
 * person is notified in the same transaction, by mail and in their security log. A repeated request returns the view
 * that is open. Throws 404, operator.person_deleted, operator.not_on_operators, view_as.banned.
 */
export function beginView(deps: Deps, act: ViewAct) {
  const { viewer, personId, kind, now } = act
  return inTransaction(deps.pool, async (tx) => {
    await lockViewsOf(tx, viewer.id)
    const { user, subject } = await lockPerson(tx, deps, act)
    // Written this way so that 'infinity', which is not a date in JavaScript, counts as a ban too.
    const isOver = user.banned_until === null || Date.parse(user.banned_until) <= now.getTime()
    if (!isOver) throw new AppError('view_as.banned')
    const begun = await repeatedView(tx, subject, act)
    if (begun !== null) return begun
    await execute(
      tx,
      sql`update operator_views set ended_at = ${now} where operator_id = ${viewer.id} and ended_at is null`,
    )
    const expiresAt = new Date(now.getTime() + VIEW_AS_MINUTES * 60_000)
    const view = await oneRow<{ id: string }>(
      tx,
      sql`insert into operator_views (operator_id, session_id, person_id, reason_kind, began_at, expires_at)
        values (${viewer.id}, ${viewer.sessionId}, ${personId}, ${kind}, ${now}, ${expiresAt}) returning id`,
    )
    await logAccountAct(tx, personId, 'viewed_by_team', null, now)
    const { brandName, publicUrl: siteUrl, supportEmail } = deps.config
    const why = viewAsReasonWords[kind]
    const mail = viewedMail({ brandName, siteUrl }, { at: now, why, supportEmail })
    await queueMail(tx, user.email ?? '', mail, { dedupeId: `view-${view.id}` })
    await recordAct(tx, { ...subject, act: 'begin_view' })
    const person = await oneRow<Pick<Viewer, 'name' | 'role'>>(
      tx,
      sql`select name, role from profiles where id = ${personId}`,
    )
    return { ...view, ...person, expires_at: expiresAt.toISOString(), changed: true }
  })
}

/**
 * Serializes the beginnings of one operator's views until the transaction ends: two that begin concurrently, of
 * different people, would each miss the other and both stay open.
 */
const lockViewsOf = (tx: Tx, operatorId: string) =>
  execute(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`views:${operatorId}`}, 0))`)

/** The view that a request repeats: still open in this session, begun for the same reason and with the same kind of it. */
async function repeatedView(
  tx: Tx,
  subject: Pick<NewAct, 'subject' | 'subjectId'>,
  { viewer, personId, kind, reason, now }: ViewAct,
) {
  const view = await maybeRow<{ id: string; expires_at: string }>(
    tx,
    sql`select id, expires_at from operator_views
      where operator_id = ${viewer.id} and person_id = ${personId} and reason_kind = ${kind} and ended_at is null
      order by began_at desc limit 1`,
  )
  const person = view === null ? null : await inView(tx, view.id, viewer, now)
  if (view === null || person === null) return null
  const newest = await newestAct(tx, { ...subject, act: 'begin_view' }, viewer.id)
  if (newest?.reason !== reason) return null
  return {
    id: view.id,
    name: person.name,
    role: person.role,
    expires_at: new Date(view.expires_at).toISOString(),
    changed: false,
  }
}

/** Ends one of the operator's own views. Idempotent; 404 for any other view. */
export function endView(
  deps: Deps,
  { viewer, id, now }: { viewer: Viewer; id: string; now: Date },
) {
  return inTransaction(deps.pool, async (tx) => {
    const { person_id: personId } = foundOr404(
      await maybeRow<{ person_id: string }>(
        tx,
        sql`select person_id from operator_views where id = ${id} and operator_id = ${viewer.id}`,
      ),
    )
    const ended = await execute(
      tx,
      sql`update operator_views set ended_at = ${now} where id = ${id} and ended_at is null`,
    )
    if (ended > 0)
      await recordAct(tx, {
        actorId: viewer.id,
        act: 'end_view',
        subject: 'person',
        subjectId: personId,
        subjectName: '',
        reason: null,
      })
    return { changed: ended > 0 }
  })
}
