import type { RouteKey } from '#contract/api.ts'
import { isShownInView } from '#contract/view-as.ts'
import { roleMay } from '#contract/operator-roles.ts'
import type { Pool, Queryable } from '#server/db/pool.ts'
import { maybeRow, sql } from '#server/db/sql.ts'
import { AppError } from '#server/http/app-error.ts'
import type { OperatorStanding, Viewer } from '#server/http/viewer.ts'
import { operatorRole } from '#server/operator/roles/role-store.ts'

interface Asked {
  /** The value of the header. */
  viewId: string
  key: RouteKey
  /** The person whose token was sent. */
  operator: Viewer | null
  now: Date
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/**
 * The person whose account a request views. Re-checked at every request: the view belongs to this session and is not
 * over, its operator is still one with the role, the person is neither banned nor deleted and has not signed out other
 * devices since, and the call is one that a view allows. Throws request.not_found for anyone who is not an operator,
 * view_as.over and view_as.not_shown.
 */
export const personInView =
  (pool: Pool, standingOf: (viewer: Viewer | null) => OperatorStanding) =>
  async ({ viewId, key, operator, now }: Asked): Promise<Viewer> => {
    if (operator === null || standingOf(operator) !== 'operator')
      throw new AppError('request.not_found')
    if (!isShownInView(key)) throw new AppError('view_as.not_shown')
    const may = roleMay(await operatorRole(pool, operator.id), 'operator.begin_view')
    const person = may && UUID.test(viewId) ? await inView(pool, viewId, operator, now) : null
    if (person === null) throw new AppError('view_as.over')
    return { ...person, sessionId: operator.sessionId, aal: 'aal1' }
  }

/** The person in a view of this session of the operator; null when it is over. */
export const inView = (
  db: Queryable,
  viewId: string,
  operator: Pick<Viewer, 'id' | 'sessionId'>,
  now: Date,
) =>
  maybeRow<Pick<Viewer, 'id' | 'role' | 'email' | 'name'>>(
    db,
    sql`select profiles.id, profiles.role, users.email, profiles.name
      from operator_views join profiles on profiles.id = person_id join auth.users on users.id = person_id
      where operator_views.id = ${viewId} and operator_id = ${operator.id} and session_id = ${operator.sessionId}
        and ended_at is null and expires_at > ${now} and users.deleted_at is null
        and (users.banned_until is null or users.banned_until <= ${now})
        and not exists (select from account_log where profile_id = person_id and created_at >= began_at
          and act in ('signed_out_everywhere', 'signed_out_others', 'sign_in_disowned', 'password_changed'))`,
  )
