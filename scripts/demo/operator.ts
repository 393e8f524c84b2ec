import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { createPasswordHashes, PASSWORD_COST } from '#server/auth/passwords/password-hashes.ts'
import { insertUser, upsertIdentity } from '#server/auth/records/user-store.ts'
import type { Pool } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { createProfile } from '#server/profiles/profile-store.ts'
import { DEMO_OPERATOR, DEMO_PASSWORD } from './cast.ts'

/** The answers of the auth service that are read here. */
interface Answers {
  access_token: string
  id: string
  totp: { secret: string }
}

/**
 * Creates the demo's operator, with an active authenticator, and returns the app's secret: a person trying the demo
 * adds it to an app of their own. The launcher puts the address into OPERATOR_EMAILS, never in production.
 */
export async function enterOperator(pool: Pool, baseUrl: string): Promise<string> {
  const { name, email, role } = DEMO_OPERATOR
  const passwordHash = await createPasswordHashes(PASSWORD_COST).hash(DEMO_PASSWORD)
  const id = randomUUID()
  const now = new Date()
  const data = { sub: id, email, email_verified: true, phone_verified: false }
  await inTransaction(pool, async (tx) => {
    const userMetadata = { name, role, ...data }
    await insertUser(tx, { id, email, passwordHash, userMetadata, emailConfirmedAt: now }, now)
    await upsertIdentity(tx, { userId: id, provider: 'email', providerId: id, email, data }, now)
    await createProfile(tx, { id, name, email, role })
  })

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
