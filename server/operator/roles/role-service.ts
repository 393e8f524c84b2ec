import { type OperatorRole, roleMay } from '#contract/operator-roles.ts'
import type { RouteKey } from '#contract/api.ts'
import type { Pool } from '#server/db/pool.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { type Acted, NOTHING_DONE, recordAct } from '#server/operator/acts/operator-acts.ts'
import { beginRoles, lockRoles, operatorAccounts, operatorRole, putRole } from './role-store.ts'

/** Whether an operator's role currently allows a call. Checked at every request. */
export const operatorMay =
  (pool: Pool) =>
  async (call: RouteKey, viewer: Viewer): Promise<boolean> =>
    roleMay(await operatorRole(pool, viewer.id), call)

/** All operators with their roles. */
export async function operators(deps: Deps, now: Date) {
  return { rows: await operatorAccounts(deps.pool, deps.config.operatorEmails, now) }
}

interface GivenRole {
  personId: string
  role: OperatorRole
  reason: string
  now: Date
}

/**
 * Gives an operator a role, on behalf of an owner. Idempotent. Throws 404 for someone the configuration does not name,
 * operator.role_missing for a viewer who is no longer an owner, and operator.last_owner.
 */
export function setRole(deps: Deps, given: GivenRole & { viewer: Viewer }): Promise<Acted> {
  return inTransaction(deps.pool, async (tx) => {
    await lockRoles(tx)
    // The role may have been revoked since this request was authorised.
    if ((await operatorRole(tx, given.viewer.id)) !== 'owner')
      throw new AppError('operator.role_missing')
    return giveRole(tx, deps.config.operatorEmails, { ...given, actorId: given.viewer.id })
  })
}

/** The same without an owner, for the command line: recorded as the operator's own act. Throws like setRole. */
export function giveRoleByCommand(
  pool: Pool,
  operatorEmails: readonly string[],
  given: { email: string; role: OperatorRole; now: Date },
): Promise<Acted> {
  return inTransaction(pool, async (tx) => {
    await lockRoles(tx)
    const accounts = await operatorAccounts(tx, operatorEmails, given.now)
    const { id } = foundOr404(
      accounts.find(({ email }) => email.toLowerCase() === given.email.toLowerCase()) ?? null,
    )
    const { role, now } = given
    return giveRole(tx, operatorEmails, {
      personId: id,
      actorId: id,
      role,
      reason: 'By a command on the server.',
      now,
    })
  })
}

/** Call it with the roles locked. */
async function giveRole(
  tx: Tx,
  operatorEmails: readonly string[],
  { personId, actorId, role, reason, now }: GivenRole & { actorId: string },
): Promise<Acted> {
  const accounts = await operatorAccounts(tx, operatorEmails, now)
  const person = foundOr404(accounts.find(({ id }) => id === personId) ?? null)
  if (person.role === role) return { ...NOTHING_DONE, reason }
  const isOnlyOwner =
    person.role === 'owner' && !accounts.some((one) => one.role === 'owner' && one.id !== personId)
  if (isOnlyOwner) throw new AppError('operator.last_owner')
  await beginRoles(tx, accounts, now)
  await putRole(tx, { personId, role, by: actorId, now })
  return recordAct(tx, {
    actorId,
    act: `make_${role}`,
    subject: 'person',
    subjectId: personId,
    subjectName: '',
    reason,
  })
}
