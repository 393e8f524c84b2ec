import type { z } from 'zod'
import { parameterFailure } from './params.ts'
import type { Sandbox } from '#sandbox/stripe/state/sandbox.ts'

/** A route's input: the `:id` of its path (empty when it has none) and its validated parameters. */
export interface ApiCall<Params> {
  id: string
  params: Params
}

/** One call of Stripe's API. The method and path are Stripe's; the path says whether it is v1 or v2. */
export interface ApiRoute {
  method: 'GET' | 'POST'
  path: `/v1/${string}` | `/v2/${string}`
  /**
   * Validates the parameters, then returns the work: a function that changes the state synchronously and returns an
   * object. Throws StripeFailure in either half; what the first half throws is never stored.
   */
  prepare(id: string, raw: unknown): (sandbox: Sandbox) => object
  /** Whether it also acts for a connected account, named by `sandbox.account`. */
  inAccounts: boolean
}

/** Declares a route; `run` sees the parameters as the schema types them. */
export function apiRoute<Schema extends z.ZodType>(
  call: `${ApiRoute['method']} ${ApiRoute['path']}`,
  schema: Schema,
  run: (sandbox: Sandbox, call: ApiCall<z.output<Schema>>) => object,
  { inAccounts = false }: { inAccounts?: boolean } = {},
): ApiRoute {
  const path = call.slice(call.indexOf(' ') + 1)
  if (!isPath(path)) throw new TypeError(`not an API path: ${path}`)
  return {
    method: call.startsWith('POST ') ? 'POST' : 'GET',
    path,
    inAccounts,
    prepare(id, raw) {
      const parsed = schema.safeParse(raw)
      if (!parsed.success) throw parameterFailure(parsed.error, raw)
      return (sandbox) => run(sandbox, { id, params: parsed.data })
    },
  }
}

function isPath(path: string): path is ApiRoute['path'] {
  return path.startsWith('/v1/') || path.startsWith('/v2/')
}
