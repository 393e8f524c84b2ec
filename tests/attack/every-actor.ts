import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { type RouteKey, routeParts } from '#contract/api.ts'
import { OPERATOR_ROLES, type OperatorRole, roleMay } from '#contract/operator-roles.ts'
import { isShownInView, VIEW_AS_HEADER } from '#contract/view-as.ts'
import { execute, sql } from '#server/db/sql.ts'
import type { AccessCase } from '#tests/access/access-matrix.ts'
import type { AccessWorld, Actor } from '#tests/access/access-world.ts'
import { buildSeller } from '#tests/support/builders.ts'
import { OPERATORS_BY_ROLE, type Target } from './target.ts'

/** A caller, as seen from a deal they have no part in. */
export interface Caller {
  name: string
  /** null: without one. */
  token: string | null
  headers?: Record<string, string>
  /** The actor of the access table who stands in the same relation to the call. */
  column: Actor
  /** The status they get; null where the call would succeed and change something that later calls need. */
  expected(key: RouteKey, one: AccessCase): number | null
  /** How much of a deal they may read: operators read it in the console. */
  reads: 'nothing' | 'the console' | 'no words'
}

const isRead = (key: RouteKey) => routeParts(key).method === 'GET'
const isConsole = (key: RouteKey) => key.startsWith('operator.')

/** A caller who gets the results of one column of the access table. */
const caller = (name: string, token: string | null, column: Actor): Caller => ({
  name,
  token,
  column,
  reads: 'nothing',
  expected: (key, one) => (one.expect[column] === 200 && !isRead(key) ? null : one.expect[column]),
})

/** Ends a session without changing its token. */
const ENDS: Record<string, (id: string) => ReturnType<typeof sql>> = {
  banned: (id) =>
    sql`update auth.users set banned_until = now() + interval '1 day' where id = ${id}`,
  'signed out': (id) => sql`delete from auth.sessions where user_id = ${id}`,
  unconfirmed: (id) => sql`update auth.users set email_confirmed_at = null where id = ${id}`,
  deleted: (id) => sql`update auth.users set email = null, deleted_at = now() where id = ${id}`,
}

/** Everyone who may call a route, none with a part in `victims`. */
export async function everyCaller(target: Target, victims: AccessWorld): Promise<Caller[]> {
  const { people } = await target.anotherWorld()
  const byRole = await operators(target)
  return [
    caller('anonymous', null, 'anonymous'),
    caller('a seller with deals', target.tokenOf(people.owner), 'stranger_seller'),
    caller('a creator with deals', target.tokenOf(people.counterpart), 'stranger_creator'),
    caller('another seller', target.tokenOf(people.stranger_seller), 'stranger_seller'),
    caller('another creator', target.tokenOf(people.stranger_creator), 'stranger_creator'),
    ...byRole,
    ...(await ended(target)),
    await viewer(target, byRole, victims),
  ]
}

/** An operator of each role. Each is a stranger to every deal, except in the console. */
async function operators(target: Target): Promise<Caller[]> {
  const callers: Caller[] = []
  const give = (id: string, role: OperatorRole) =>
    execute(
      target.pool,
      sql`insert into operator_roles (person_id, role, given_at) values (${id}, ${role}, now())`,
    )
  // Every operator is an owner until the first role is given, and this one stays an owner.
  await give(target.world.people.operator.id, 'owner')
  for (const role of OPERATOR_ROLES) {
    const person = await buildSeller(target.pool, `Op ${role}`, OPERATORS_BY_ROLE[role])
    await target.signIn([person.id], { withSecondFactor: true })
    await give(person.id, role)
    const own = caller(`an operator: ${role}`, target.tokenOf(person), 'operator')
    callers.push({ ...own, reads: 'the console', expected: (...of) => ofRole(role, own, ...of) })
  }
  return callers
}

/**
 * These callers are not the operators of the access table: for them the calls succeed, and change who is an owner or
 * the outcome of a proposal.
 */
const ANSWERED_FOR_OTHERS = new Set<RouteKey>([
  'operator.set_role',
  'operator.confirm_proposal',
  'operator.reject_proposal',
])

function ofRole(
  role: OperatorRole,
  own: Caller,
  ...[key, one]: Parameters<Caller['expected']>
): number | null {
  if (isConsole(key) && !roleMay(role, key)) return 403
  return ANSWERED_FOR_OTHERS.has(key) ? null : own.expected(key, one)
}

/** Holders of a token that is no longer valid, or never was: each is anonymous to every call. */
async function ended(target: Target): Promise<Caller[]> {
  const callers: Caller[] = []
  for (const [name, end] of Object.entries(ENDS)) {
    const person = await buildSeller(target.pool, 'Ended')
    await target.signIn([person.id])
    callers.push(caller(name, target.tokenOf(person), 'anonymous'))
    await execute(target.pool, end(person.id))
  }
  const late = await buildSeller(target.pool, 'Late')
  await target.signIn([late.id], { at: new Date(Date.now() - 2 * 3_600_000) })
  callers.push(caller('an expired token', target.tokenOf(late), 'anonymous'))
  return [...callers, caller('a forged token', await forged(target), 'anonymous')]
}

/** The claims of an operator's real token, signed with a forger's own key. */
async function forged(target: Target): Promise<string> {
  const [head = '', body = ''] = target.tokenOf(target.world.people.operator).split('.')
  const part = (text: string) =>
    JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>
  return new SignJWT({ ...part(body), session_id: randomUUID() })
    .setProtectedHeader({ ...part(head), alg: 'ES256' })
    .sign(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)
}

/** An operator who views the product as the owner of the deal: they may read what is listed, and nothing else. */
async function viewer(
  target: Target,
  [owner]: readonly Caller[],
  victims: AccessWorld,
): Promise<Caller> {
  const token = owner?.token ?? null
  const begun = await target.callWith({ token }, 'operator.begin_view', {
    params: { id: victims.people.owner.id },
    body: { reason: 'They wrote to support.', reason_kind: 'asked_for_help' },
  })
  if (begun.status !== 200) throw new Error(`no view began: ${begun.status} ${begun.body}`)
  const { id } = JSON.parse(begun.body) as { id: string }
  return {
    name: 'an operator who views as the owner',
    token,
    headers: { [VIEW_AS_HEADER]: id },
    column: 'owner',
    reads: 'no words',
    expected: (key, one) => (isShownInView(key) ? one.expect.owner : 403),
  }
}
