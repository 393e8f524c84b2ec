import { type RouteKey, routeParts } from '#contract/api.ts'
import { type CallSchema, schemas } from '#contract/schemas.ts'
import { type AccessCase, accessMatrix } from './access-matrix.ts'
import { type AccessWorld, type Actor, ACTORS } from './access-world.ts'

/** What only the server decides: identity, state, debts, ownership (SPEC §6). */
export const FORGED: Readonly<Record<string, unknown>> = {
  id: '0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f',
  role: 'forged_role',
  status: 'forged_status',
  amount: 987_654.32,
  budget: 987_654.31,
  proposed_price: 987_654.33,
  seller_id: '1f1f1f1f-1f1f-4f1f-8f1f-1f1f1f1f1f1f',
  creator_id: '2f2f2f2f-2f2f-4f2f-8f2f-2f2f2f2f2f2f',
  sender_id: '3f3f3f3f-3f3f-4f3f-8f3f-3f3f3f3f3f3f',
  user_id: '4f4f4f4f-4f4f-4f4f-8f4f-4f4f4f4f4f4f',
  email: 'forged@example.com',
  stripe_customer_id: 'cus_forged',
  onboarding_complete: 'forged_flag',
  is_default: 'forged_default',
  reviewed_at: '1999-01-01T00:00:00.000Z',
  read_at: '1999-01-02T00:00:00.000Z',
  created_at: '1999-01-03T00:00:00.000Z',
}

/** A call that changes something, in one case of the access table, made by someone who is allowed to make it. */
export interface Write {
  key: RouteKey
  one: AccessCase
  actor: Exclude<Actor, 'anonymous'>
  schema: CallSchema
}

/** Every call that changes something, in the successful case of the access table, or the one closest to it. */
export const writes = (Object.entries(accessMatrix) as [RouteKey, AccessCase[]][])
  .filter(([key]) => routeParts(key).method !== 'GET')
  .map(([key, cases]): Write => {
    for (const status of [200, 409, 422])
      for (const one of cases.toReversed())
        for (const actor of ACTORS)
          if (actor !== 'anonymous' && one.expect[actor] === status)
            return { key, one, actor, schema: schemas[key] }
    throw new Error(`nobody may call ${key}`)
  })

/** The body of the call, in a given world. */
export const inputOf = ({ one }: Write, world: AccessWorld) => ({ body: {}, ...one.input?.(world) })

/** The schema's own top-level fields, which may be sent. */
export const fieldsOf = (schema: CallSchema): string[] =>
  Object.keys((schema.body as { shape?: object } | undefined)?.shape ?? {})
