import { AUTH_API_VERSION, AUTH_PATH } from '#contract/auth.ts'
import { accessToken } from './auth-client.ts'
import { unreachable } from './errors.ts'

/** An error of the auth service, marked as the official client marks its own. */
class OwnAuthError extends Error {
  readonly __isAuthError = true
  readonly code: string
  readonly status: number
  constructor(status: number, { code = '', message = '' }: { code?: string; message?: string }) {
    super(message)
    this.code = code
    this.status = status
  }
}

/**
 * Calls an endpoint of the auth service that the official client does not have, and returns its response. Throws like
 * that client.
 */
export async function ownAuthCall(path: string, body: object): Promise<unknown> {
  const token = await accessToken()
  const answer = await fetch(AUTH_PATH + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-supabase-api-version': AUTH_API_VERSION,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  }).catch(() => {
    throw unreachable()
  })
  const said: unknown = await answer.json().catch(() => ({}))
  if (!answer.ok) throw new OwnAuthError(answer.status, said as { code?: string })
  return said
}
