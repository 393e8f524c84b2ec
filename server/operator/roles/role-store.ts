import type { OperatorRole } from '#contract/operator-roles.ts'
import type { Queryable } from '#server/db/pool.ts'
import { execute, oneRow, raw, rows, sql, type Statement } from '#server/db/sql.ts'
import type { Tx } from '#server/db/transaction.ts'

/** An operator's account: it has a configured address that is confirmed, and it is not banned or deleted. */
export interface OperatorAccount {
  id: string
  name: string
  email: string
  role: OperatorRole
}

/** While no row exists everyone is an owner; once the first one exists, an operator without a row may only read. */
const ROLE = raw(
  `coalesce(operator_roles.role, case when exists (select from operator_roles) then 'read_only' else 'owner' end)`,
)

/** Yields the role of an operator. */
export const roleOf = (personId: string): Statement =>
  sql`(select ${ROLE} from (select ${personId}::uuid as id) asked left join operator_roles on person_id = asked.id)`

/** The current role of an operator. */
export async function operatorRole(db: Queryable, personId: string): Promise<OperatorRole> {
  const { role } = await oneRow<{ role: OperatorRole }>(db, sql`select ${roleOf(personId)} as role`)
  return role
}

/** The operators by name. `emails` are the configured addresses, lower-cased. */
export const operatorAccounts = (
  db: Queryable,
  emails: readonly string[],
  now: Date,
): Promise<OperatorAccount[]> =>
  rows<OperatorAccount>(
    db,
    sql`select profiles.id, profiles.name, users.email, ${ROLE} as role
      from auth.users users join profiles on profiles.id = users.id
        left join operator_roles on person_id = profiles.id
      where lower(users.email) = any(${emails}) and email_confirmed_at is not null and deleted_at is null
        and (banned_until is null or banned_until <= ${now})
      order by profiles.name, profiles.id`,
  )

/** The advisory lock that giving a role holds until the end of its transaction. An arbitrary number, the same in every process. */
const ROLES_LOCK = 7_221_949

/** Serialises role changes, so that the last two owners cannot demote each other. */
export async function lockRoles(tx: Tx): Promise<void> {
  await execute(tx, sql`select pg_advisory_xact_lock(${ROLES_LOCK})`)
}

/** Before the first role is given, everyone who was an operator until now becomes an owner. */
export async function beginRoles(tx: Tx, accounts: readonly OperatorAccount[], now: Date) {
  await execute(
    tx,
    sql`insert into operator_roles (person_id, role, given_at)
      select id, 'owner', ${now} from unnest(${accounts.map(({ id }) => id)}::uuid[]) id
      where not exists (select from operator_roles)`,
  )
}

export async function putRole(
  tx: Tx,
  given: { personId: string; role: OperatorRole; by: string; now: Date },
): Promise<void> {
  await execute(
    tx,
    sql`insert into operator_roles (person_id, role, given_by, given_at)
      values (${given.personId}, ${given.role}, ${given.by}, ${given.now})
      on conflict (person_id) do update set role = excluded.role, given_by = excluded.given_by, given_at = excluded.given_at`,
  )
}
