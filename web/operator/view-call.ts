import { partsOf } from '#contract/route-path.ts'
import { routes } from '#contract/api.ts'
import type { Answer } from '#contract/schemas.ts'
import { VIEW_AS_HEADER, type ViewAsCall } from '#contract/view-as.ts'
import { accessToken } from '#web/api/auth-client.ts'
import { errorFromAnswer, unreachable } from '#web/api/errors.ts'

/** Makes one call of a view with the operator's own session; the view says whose pages it reads. Throws ApiError. */
export async function viewCall<K extends ViewAsCall>(viewId: string, key: K): Promise<Answer<K>> {
  const token = await accessToken()
  const answer = await fetch(partsOf(routes[key]).path, {
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${token ?? ''}`,
      [VIEW_AS_HEADER]: viewId,
    },
  }).catch(() => {
    throw unreachable()
  })
  const body: unknown = await answer.json().catch(() => undefined)
  if (!answer.ok) throw errorFromAnswer(answer.status, body)
  // The server guarantees the response's shape (it serializes by schema).
  return body as Answer<K>
}
