import { cannot } from '#sandbox/stripe/state/failures.ts'
import type { SandboxState } from '#sandbox/stripe/state/state.ts'

/** The table of an id, by its prefix. */
const TABLES = {
  cus: 'customers',
  pm: 'payment_methods',
  pi: 'payment_intents',
  seti: 'setup_intents',
  ch: 'charges',
  re: 'refunds',
  tr: 'transfers',
  txn: 'balance_transactions',
  dp: 'disputes',
  py: 'destination_payments',
  po: 'payouts',
} as const

/**
 * A copy of a response with the requested ids replaced by their objects: `latest_charge`,
 * `payment_intent.latest_charge`, `data.source_transaction`. At most four levels, as at Stripe.
 */
export function expanded(state: SandboxState, answer: object, paths: readonly string[]): object {
  const copy = structuredClone(answer)
  for (const path of paths) {
    const parts = path.split('.')
    if (parts.length > 4)
      throw cannot(`You cannot expand more than 4 levels of a property. You passed: ${path}`)
    expandPath(state, copy, parts, path)
  }
  return copy
}

function expandPath(
  state: SandboxState,
  target: object,
  parts: readonly string[],
  whole: string,
): void {
  const [name, ...rest] = parts
  if (name === undefined) return
  const value: unknown = Reflect.get(target, name)
  if (value === undefined) {
    throw cannot(`This property cannot be expanded (${name}). You tried to expand: ${whole}`)
  }
  if (Array.isArray(value)) {
    for (const item of value) expandPath(state, item, rest, whole)
    return
  }
  let object: unknown = value
  if (typeof value === 'string') {
    const found = objectById(state, value)
    if (found === null)
      throw cannot(`This property cannot be expanded (${name}). You tried to expand: ${whole}`)
    object = structuredClone(found)
    Reflect.set(target, name, object)
  }
  if (typeof object === 'object' && object !== null) expandPath(state, object, rest, whole)
}

function objectById(state: SandboxState, id: string): object | null {
  const prefix = id.slice(0, id.indexOf('_'))
  if (!isTable(prefix)) return null
  return state[TABLES[prefix]][id] ?? null
}

function isTable(prefix: string): prefix is keyof typeof TABLES {
  return Object.hasOwn(TABLES, prefix)
}
