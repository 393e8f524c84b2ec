import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RouteKey, routeParts, routes } from '#contract/api.ts'
import {
  OPERATOR_ROLES,
  type OperatorCall,
  operatorCalls,
  type OperatorRole,
  operatorRoleWords,
  roleMay,
} from '#contract/operator-roles.ts'
import { startApi, type TestApi } from '#tests/support/api.ts'
import { buildOperator, buildSeller, type BuiltUser } from '#tests/support/builders.ts'

let api: TestApi
let operator: BuiltUser
beforeAll(async () => {
  api = await startApi()
  operator = await buildOperator(api.pool)
})
afterAll(() => api.close())

const CALLS = Object.keys(operatorCalls) as OperatorCall[]
const changes = (key: RouteKey) => routeParts(key).method !== 'GET'

/** What each role may change, written out a second time, so that any change to the table has to be deliberate. */
const CHANGES: Record<OperatorRole, string> = {
  finance:
    'decide_dispute send_bank_evidence apply_webhook retry_job give_up_job take_difference note_difference resolve_difference confirm_proposal reject_proposal withdraw_proposal',
  support:
    'ban unban end_sessions begin_view end_view hide_deal_review take_report dismiss_report act_on_report answer_appeal overrule_ring reinstate_ring',
  read_only: '',
  owner: '',
}
CHANGES.owner = `${CHANGES.finance} ${CHANGES.support} set_role`

const mayChange = (role: OperatorRole) =>
  CALLS.filter((key) => changes(key) && roleMay(role, key)).map((key) =>
    key.replace('operator.', ''),
  )

test('the table of roles has every call of the console and no other', () => {
  const ofConsole = Object.keys(routes).filter((key) => key.startsWith('operator.'))
  expect(CALLS.toSorted()).toEqual(ofConsole.toSorted())
  expect(roleMay('owner', 'account.export')).toBe(false)
})

test.each(OPERATOR_ROLES)(
  '%s may change exactly what is listed for it, and reads everything',
  (role) => {
    expect(mayChange(role).join(' ')).toBe(CHANGES[role])
    expect(CALLS.filter((key) => !changes(key) && !roleMay(role, key))).toEqual([])
  },
)

test.each(OPERATOR_ROLES)(
  '%s: every call is allowed or refused as the table says',
  async (role) => {
    await api.pool.query(
      `insert into operator_roles (person_id, role, given_at) values ($1, $2, now())
      on conflict (person_id) do update set role = excluded.role`,
      [operator.id, role],
    )
    const { body: overview } = await api.call(operator, 'operator.overview')
    expect(overview.may.toSorted()).toEqual(CALLS.filter((key) => roleMay(role, key)).toSorted())
    for (const key of CALLS) {
      // The ids exist nowhere: a call that the role allows stops there and changes nothing.
      const params = { id: '00000000-0000-4000-8000-000000000000', number: '999999' }
      const { status, body } = await api.call(operator, key, { params })
      const refused = (body as { code?: string }).code === 'operator.role_missing'
      expect({ key, refused, forbidden: status === 403 }).toEqual({
        key,
        refused: !roleMay(role, key),
        forbidden: !roleMay(role, key),
      })
    }
  },
)

test('a role alone does not make a person an operator', async () => {
  const stranger = await buildSeller(api.pool)
  await api.pool.query(
    `insert into operator_roles (person_id, role, given_at) values ($1, 'owner', now())`,
    [stranger.id],
  )
  for (const key of CALLS) {
    const params = { id: operator.id, number: '1' }
    const { status } = await api.call(stranger, key, { params })
    expect({ key, status }).toEqual({ key, status: 404 })
  }
})

test('docs/operations.md contains the table of roles', () => {
  const lines = OPERATOR_ROLES.map((role) => {
    const words = role === 'owner' ? 'everything below, and set_role' : mayChange(role).join(', ')
    return `| ${operatorRoleWords[role]} | ${words || 'nothing'} |`
  })
  expect(readFileSync('docs/operations.md', 'utf8')).toContain(
    ['| Role | may also |', '|---|---|', ...lines].join('\n'),
  )
})
