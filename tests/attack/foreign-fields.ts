import { AUTH_PATH } from '#contract/auth.ts'
import { fieldsOf, FORGED, inputOf, writes } from '#tests/access/writes.ts'
import { changedTables, fingerprints } from './fingerprints.ts'
import type { Family } from './family.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

/**
 * Every field that only the server decides, in the body of every call that has a body and does not accept the field.
 */
const forged = writes
  .filter(({ schema }) => schema.body !== undefined)
  .flatMap((write) => {
    const own = new Set(fieldsOf(write.schema))
    return Object.entries(FORGED)
      .filter(([name]) => !own.has(name))
      .map(([name, value]) => ({ write, name, value }))
  })

/** Bodies that would reach the prototype of every object, as text: no serializer writes them. */
const PROTOTYPES = [
  '{"__proto__":{"role":"seller"}}',
  '{"constructor":{"prototype":{"aal":"aal2"}}}',
]

/** What an account might try to turn itself into. */
const PROMOTIONS: readonly object[] = [
  { role: 'service_role' },
  { app_metadata: { role: 'admin', provider: 'google' } },
  { email_confirmed_at: '2020-01-01T00:00:00Z' },
  { aud: 'admin', is_super_admin: true },
  { banned_until: null, aal: 'aal2' },
  { data: { role: 'service_role' }, app_metadata: { roles: ['admin'] } },
]

/** Fields that a body may not have: none is accepted, and the people's own standing does not change. */
export const foreignFields: Family = {
  name: 'foreign fields',
  async attack(target, tally, { some }) {
    const { world, pool } = target
    const before = await fingerprints(pool)
    for (const { write, name, value } of some(forged, 120)) {
      const { body, ...rest } = inputOf(write, world)
      const answer = await target.call(world.people[write.actor], write.key, {
        ...rest,
        body: { ...body, [name]: value },
      })
      const isRefused = answer.status === 422 && answer.body.includes('request.invalid')
      tally.count(
        `${write.key} with ${name}`,
        isRefused ? null : `answered ${answer.status} ${answer.body.slice(0, 120)}`,
      )
    }
    const { owner } = world.people
    for (const body of PROTOTYPES) {
      const answer = await target.send({
        method: 'POST',
        path: '/api/projects',
        token: target.tokenOf(owner),
        headers: JSON_TYPE,
        body,
      })
      tally.count(
        `a body of ${body}`,
        answer.status < 500 && answer.status >= 400 ? null : `${answer.status}`,
      )
    }
    const changed = changedTables(before, await fingerprints(pool))
    tally.count('all of them', changed.length === 0 ? null : `changed ${changed.join(', ')}`)

    const standing = async () =>
      JSON.stringify(
        (
          await pool.query(
            'select email, email_confirmed_at, role, app_metadata, banned_until from auth.users where id = $1',
            [owner.id],
          )
        ).rows,
      )
    const was = await standing()
    for (const body of PROMOTIONS) {
      await target.send({
        method: 'PUT',
        path: `${AUTH_PATH}/user`,
        token: target.tokenOf(owner),
        headers: JSON_TYPE,
        body: JSON.stringify(body),
      })
      const is = await standing()
      tally.count(`PUT /user ${JSON.stringify(body)}`, is === was ? null : `made ${was} ${is}`)
    }
  },
}
