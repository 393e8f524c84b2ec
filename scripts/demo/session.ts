import { Upload } from 'tus-js-client'
import { type RouteKey, routeParts, routePath } from '#contract/api.ts'
import type { Answer, Input } from '#contract/schemas.ts'
import { type Bucket, UPLOAD_PATH, type UploadedFile } from '#contract/uploads.ts'

/** A signed-in person of the demo, who calls the running server as their browser would. */
export interface Session {
  userId: string
  call<K extends RouteKey>(key: K, input?: Input<K>): Promise<Answer<K>>
  upload(
    bucket: Bucket,
    name: string,
    type: string,
    bytes: Buffer,
    projectId?: string,
  ): Promise<UploadedFile>
}

/** How a session's calls reach the product: by default over the network. */
export type Ask = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string },
) => Promise<{ ok: boolean; status: number; text(): Promise<string> }>

/** Signs in by password. Throws the server's refusal. */
export async function signIn(baseUrl: string, email: string, password: string): Promise<Session> {
  const answer = await fetch(`${baseUrl}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`sign-in of ${email}: ${answer.status} ${await answer.text()}`)
  const { access_token, user } = (await answer.json()) as {
    access_token: string
    user: { id: string }
  }
  return sessionOf(baseUrl, access_token, user.id)
}

/** Makes calls as a person who is already signed in, by means of `ask`. */
export function sessionOf(
  baseUrl: string,
  accessToken: string,
  userId: string,
  ask: Ask = fetch,
): Session {
  const authorization = `Bearer ${accessToken}`
  return {
    userId,
    async call(key, input) {
      const parts = (input ?? {}) as {
        params?: Record<string, string>
        query?: Record<string, string>
        body?: unknown
      }
      const query = new URLSearchParams(parts.query).toString()
      const url = `${baseUrl}${routePath(key, parts.params)}${query ? `?${query}` : ''}`
      const response = await ask(url, {
        method: routeParts(key).method,
        headers: { authorization, 'content-type': 'application/json' },
        ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${key}: ${response.status} ${text}`)
      return JSON.parse(text)
    },
    upload: (bucket, name, type, bytes, projectId) =>
      new Promise((resolve, reject) => {
        new Upload(bytes, {
          endpoint: `${baseUrl}${UPLOAD_PATH}`,
          headers: { authorization },
          uploadSize: bytes.length,
          // One request instead of two.
          uploadDataDuringCreation: true,
          metadata: {
            bucket,
            filename: name,
            filetype: type,
            ...(projectId ? { project_id: projectId } : {}),
          },
          onError: reject,
          onSuccess: ({ lastResponse }) =>
            resolve(JSON.parse(lastResponse.getBody()) as UploadedFile),
        }).start()
      }),
  }
}
