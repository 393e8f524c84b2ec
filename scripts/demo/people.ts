import { randomUUID } from 'node:crypto'
import { createPasswordHashes, PASSWORD_COST } from '#server/auth/passwords/password-hashes.ts'
import { insertUser, upsertIdentity } from '#server/auth/records/user-store.ts'
import type { Pool } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { createProfile } from '#server/profiles/profile-store.ts'
import { DEMO_PASSWORD, type DemoPerson, type DemoPiece } from './cast.ts'
import { picture } from './pictures.ts'
import { type Session, signIn } from './session.ts'

/** Narrow, so that a fresh copy starts quickly: 600 px are sharp on a phone. */
const PIECE_WIDTH = 600

/** Creates an account with a confirmed address, signs it in and fills in its profile. */
export async function enterPerson(
  pool: Pool,
  baseUrl: string,
  person: DemoPerson,
): Promise<Session> {
  const passwordHash = await createPasswordHashes(PASSWORD_COST).hash(DEMO_PASSWORD)
  const id = randomUUID()
  const now = new Date()
  await inTransaction(pool, async (tx) => {
    const { name, email, role } = person
    const data = { sub: id, email, email_verified: true, phone_verified: false }
    await insertUser(
      tx,
      {
        id,
        email,
        passwordHash,
        userMetadata: { name, role, ...data },
        emailConfirmedAt: now,
      },
      now,
    )
    await upsertIdentity(tx, { userId: id, provider: 'email', providerId: id, email, data }, now)
    await createProfile(tx, { id, name, email, role })
  })
  const session = await signIn(baseUrl, person.email, DEMO_PASSWORD)
  const avatar = await session.upload(
    'avatars',
    `${person.key}.png`,
    'image/png',
    await picture(person.picture, 512),
  )
  const portfolio = await uploadPortfolio(session, person.portfolio ?? [])
  await session.call('profiles.update', {
    body: { ...person.profile, ...portfolio, avatar_url: avatar.url },
  })
  return session
}

/** Uploads the drawings among the pieces; answers the portfolio as a profile is saved with it. */
export async function uploadPortfolio(session: Session, pieces: readonly DemoPiece[]) {
  const urls = await Promise.all(
    pieces.map(async (piece) => {
      if ('url' in piece) return piece.url
      const bytes = await picture(piece.drawing, PIECE_WIDTH)
      return (await session.upload('portfolio', `${piece.drawing}.png`, 'image/png', bytes)).url
    }),
  )
  return { portfolio_urls: urls, portfolio_captions: pieces.map(({ caption }) => caption ?? '') }
}
