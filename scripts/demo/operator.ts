import { Secret, TOTP } from 'otpauth'
import type { Pool } from '#server/db/pool.ts'
import { DEMO_OPERATOR, DEMO_PASSWORD } from './cast.ts'
import { createPerson, demoPasswordHash } from './people.ts'

/** The auth service's responses that are read here. */
interface Answers {
  access_token: string
  id: string
  totp: { secret: string }
}

/**
 * Creates the demo's operator, with an active authenticator, and returns the app's secret: a person trying the demo
 * adds it to an app of their own. The launcher adds the address to OPERATOR_EMAILS, never in production.
 */
export async function enterOperator(pool: Pool, baseUrl: string): Promise<string> {
  await createPerson(pool, DEMO_OPERATOR, await demoPasswordHash(), new Date())
  return proveOperator(baseUrl)
}

/** Gives the operator, or another account with the demo's password, an active authenticator app and returns its key. */
export async function proveOperator(
  baseUrl: string,
  email: string = DEMO_OPERATOR.email,
): Promise<string> {
  const ask = async (path: string, body: object, token?: string): Promise<Answers> => {
    const answer = await fetch(`${baseUrl}/auth/v1${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Answers
  }
  const { access_token: token } = await ask('/token?grant_type=password', {
    email,
    password: DEMO_PASSWORD,
  })
  const app = { factor_type: 'totp', friendly_name: 'Demo' }
  const { id: factor, totp } = await ask('/factors', app, token)
  const { id: challenge } = await ask(`/factors/${factor}/challenge`, {}, token)
  const code = new TOTP({ secret: Secret.fromBase32(totp.secret) }).generate()
  await ask(`/factors/${factor}/verify`, { challenge_id: challenge, code }, token)
  return totp.secret
}
