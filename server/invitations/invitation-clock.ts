import { INVITATION_DAYS } from '#contract/invitations.ts'
import { DAY_MS, daysBefore, daysLeft } from '#server/clocks/days.ts'
import type { Clocks } from '#server/clocks/tick.ts'
import { maybeRow, raw, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { ONCE, wasNotified } from '#server/notifications/clock-cause.ts'
import { notifyOfClock } from '#server/notifications/notify.ts'
import { isPublic } from '#server/projects/project-store.ts'
import { moveInvitation } from './invitation-moves.ts'

const { open, remindBefore } = INVITATION_DAYS

/**
 * Unanswered invitations: a reminder first, unless its project cannot be seen at present, then expiry. Invitations to
 * closed projects stay unchanged.
 */
export const invitationClocks: Clocks = {
  'invitations that lapse': (deps, now) =>
    rows<{ id: string }>(
      deps.pool,
      sql`select invitations.id from project_invitations invitations
        join projects on projects.id = invitations.project_id and projects.status = 'active'
        where invitations.status = 'pending' and invitations.created_at <= ${daysBefore(now, open)}
        order by invitations.created_at`,
    ).then((due) =>
      due.map(
        ({ id }) =>
          () =>
            lapse(deps, id, now),
      ),
    ),

  'invitations to remind of': (deps, now) =>
    rows<{ id: string }>(
      deps.pool,
      sql`select invitations.id from project_invitations invitations
        join projects on projects.id = invitations.project_id and projects.status = 'active'
        where invitations.status = 'pending' and invitations.created_at > ${daysBefore(now, open)}
          and invitations.created_at <= ${daysBefore(now, open - remindBefore)}
          and ${isPublic(now)}
          and not ${wasNotified(raw('invitations.creator_id'), {
            kind: 'clock.invitation_reminder',
            entityId: raw('invitations.id'),
            mark: raw(`'${ONCE}'`),
          })}
        order by invitations.created_at`,
    ).then((due) =>
      due.map(
        ({ id }) =>
          () =>
            remind(deps, id, now),
      ),
    ),
}

async function lapse(deps: Deps, id: string, now: Date): Promise<void> {
  await inTransaction(deps.pool, (tx) =>
    moveInvitation(tx, { id, move: 'lapse', actorId: null, now }),
  )
}

async function remind(deps: Deps, id: string, now: Date): Promise<void> {
  await inTransaction(deps.pool, async (tx) => {
    const waiting = await maybeRow<{ created_at: string }>(
      tx,
      sql`select created_at from project_invitations where id = ${id} and status = 'pending' for share`,
    )
    if (waiting === null) return
    const ends = Date.parse(waiting.created_at) + open * DAY_MS
    await notifyOfClock(tx, {
      kind: 'clock.invitation_reminder',
      entity: 'invitation',
      entityId: id,
      mark: ONCE,
      daysLeft: daysLeft(ends, now),
    })
  })
}
