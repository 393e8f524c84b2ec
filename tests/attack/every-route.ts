import { type RouteKey, routeParts } from '#contract/api.ts'
import { type AccessCase, accessMatrix } from '#tests/access/access-matrix.ts'
import type { TableRoute } from '#tests/support/route-table.ts'
import { type Caller, everyCaller } from './every-actor.ts'
import type { Family } from './family.ts'
import { markPrivate, type PrivateMarks } from './private-marks.ts'
import { type Answer, type CallInput, type Target, withoutRequestId } from './target.ts'

const cases = (Object.entries(accessMatrix) as [RouteKey, AccessCase[]][]).flatMap(([key, some]) =>
  some.map((one) => ({ key, one })),
)

/** Calls that a personal link opens for anyone who has the link: it grants what they read. */
const isOpenedByLink = (key: RouteKey) =>
  key.startsWith('review.guest_') || key.startsWith('sanctions.')

/**
 * Makes every call of the contract, and requests every other address of the server, as everyone who may call a route,
 * with the ids of a deal they have no part in. Each gets what the access table says, an ended or forged token gets byte
 * for byte what no token gets, and no response contains anything private of the deal.
 */
export const everyRoute: Family = {
  name: 'every route',
  async attack(target, tally, { some }) {
    const victims = await target.anotherWorld()
    const marks = await markPrivate(target.pool, victims)
    const callers = await everyCaller(target, victims)
    const withoutTokens = new Map<AccessCase, Answer>()
    const withoutToken = async (key: RouteKey, one: AccessCase, input: CallInput) => {
      const answer = withoutTokens.get(one) ?? (await target.callWith({ token: null }, key, input))
      withoutTokens.set(one, answer)
      return answer
    }
    const calls = cases.flatMap((one) => callers.map((caller) => ({ ...one, caller })))
    for (const { key, one, caller } of some(calls, 200)) {
      const expected = caller.expected(key, one)
      if (expected === null) continue
      const input = one.input?.(victims) ?? {}
      const answer = await target.callWith(caller, key, input)
      const asNoOne = caller.column === 'anonymous' ? await withoutToken(key, one, input) : null
      tally.count(
        `${key} (${one.about}) as ${caller.name}`,
        complaintOf(answer, expected) ??
          differsFrom(asNoOne, answer) ??
          leakOf(marks, caller, key, answer),
      )
    }
    // Signing out comes last: everyone needs their session until then.
    const others = (await target.routes())
      .filter(isNoCall)
      .toSorted((a, b) => Number(a.url.endsWith('/logout')) - Number(b.url.endsWith('/logout')))
    const visits = others.flatMap((route) => callers.map((caller) => ({ route, caller })))
    for (const { route, caller } of some(visits, 60)) {
      const answer = await visit(target, route, caller, victims.freshFile.id)
      tally.count(
        `${route.method} ${route.url} as ${caller.name}`,
        (answer.status >= 500 && answer.status !== 503 ? `answered ${answer.status}` : null) ??
          leaked(marks.foundIn(answer.body)),
      )
    }
    tally.facts.push(
      `${new Set(cases.map(({ key }) => key)).size} calls and ${others.length} other addresses by ${callers.length} callers`,
    )
  },
}

const complaintOf = ({ status }: Answer, expected: number): string | null =>
  status === expected ? null : `answered ${status} instead of ${expected}`

const differsFrom = (asNoOne: Answer | null, answer: Answer): string | null =>
  asNoOne === null || withoutRequestId(asNoOne) === withoutRequestId(answer)
    ? null
    : 'is answered otherwise than without a token'

const leaked = (what: string | null): string | null => (what === null ? null : `reads ${what}`)

function leakOf(
  marks: PrivateMarks,
  { reads }: Caller,
  key: RouteKey,
  { body }: Answer,
): string | null {
  if (isOpenedByLink(key)) return null
  if (reads === 'the console' && key.startsWith('operator.')) return null
  return leaked(reads === 'no words' ? marks.wordsFoundIn(body) : marks.foundIn(body))
}

const contract = new Set(
  (Object.keys(accessMatrix) as RouteKey[]).map((key) => {
    const { method, path } = routeParts(key)
    return `${method} ${path}`
  }),
)
/** No other methods are allowed for anyone, and `fetch` does not send all of them. */
const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
const isNoCall = ({ method, url }: TableRoute) =>
  METHODS.has(method) && !contract.has(`${method} ${url}`)

/** Requests an address with an id of the deal in place of each of its parameters. */
const visit = (target: Target, { method, url }: TableRoute, caller: Caller, id: string) =>
  target.send({
    method,
    path: url.replaceAll(/:\w+/g, id).replaceAll('*', id),
    token: caller.token,
    headers: {
      ...caller.headers,
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' ? {} : { body: '{}' }),
  })
