import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RouteKey, routeParts, routes } from '#contract/api.ts'
import { expectHidden } from '#tests/support/refusals.ts'
import { type MoneyWorld, startMoney } from '#tests/support/money.ts'
import { type AccessCase, accessMatrix } from './access-matrix.ts'
import { simulateProviderEvent } from './access-provider.ts'
import { type AccessWorld, type Actor, ACTORS, buildAccessWorld } from './access-world.ts'

let money: MoneyWorld
/** For calls that change nothing: reads and refused calls. */
let shared: AccessWorld

beforeAll(async () => {
  money = await startMoney()
  shared = await buildAccessWorld(money.api.pool)
})
afterAll(() => money.close())

async function checkCase(key: RouteKey, one: AccessCase, actor: Actor): Promise<void> {
  const expected = one.expect[actor]
  const changes = expected === 200 && routeParts(key).method !== 'GET'
  const world = changes ? await buildAccessWorld(money.api.pool) : shared
  if (changes) await simulateProviderEvent(money, world, key, actor)
  const as = actor === 'anonymous' ? null : world.people[actor]
  const input = one.input?.(world) ?? {}
  const reply = await money.api.call(as, key, input)
  expect({ actor, status: reply.status, body: reply.body }).toMatchObject({
    actor,
    status: expected,
  })
  if (expected === 404) await expectHidden(money.api, as, key, input)
}

describe('permissions of every call', () => {
  test('every call of the contract is served, and every served call has a line in the table', () => {
    const served = [...money.api.routes.registered().keys()]
    expect(served.toSorted()).toEqual(Object.keys(routes).toSorted())
    expect(served.filter((key) => accessMatrix[key] === undefined)).toEqual([])
  })

  for (const [key, cases] of Object.entries(accessMatrix) as [RouteKey, AccessCase[]][]) {
    for (const one of cases) {
      test(`${key}: ${one.about}`, async () => {
        for (const actor of ACTORS) await checkCase(key, one, actor)
      })
    }
  }
})
