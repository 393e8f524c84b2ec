import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createPasswordHashes, PASSWORD_COST } from '#server/auth/passwords/password-hashes.ts'
import { insertUser, upsertIdentity } from '#server/auth/records/user-store.ts'
import type { Pool } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { createProfile } from '#server/profiles/profile-store.ts'
import { DEMO_PASSWORD, type DemoPerson, type DemoPiece } from './cast.ts'
import { picture } from './pictures.ts'
import { type Session, signIn } from './session.ts'
import { videoPath } from './videos.ts'

/** The demo's password, hashed. */
export const demoPasswordHash = (): Promise<string> =>
  createPasswordHashes(PASSWORD_COST).hash(DEMO_PASSWORD)

/** Creates an account with a confirmed address; returns its id. */
export async function createPerson(
  pool: Pool,
  { name, email, role }: Pick<DemoPerson, 'name' | 'email' | 'role'>,
  passwordHash: string,
  now: Date,
): Promise<string> {
  const id = randomUUID()
  const data = { sub: id, email, email_verified: true, phone_verified: false }
  await inTransaction(pool, async (tx) => {
    const userMetadata = { name, role, ...data }
    await insertUser(tx, { id, email, passwordHash, userMetadata, emailConfirmedAt: now }, now)
    await upsertIdentity(tx, { userId: id, provider: 'email', providerId: id, email, data }, now)
    await createProfile(tx, { id, name, email, role })
  })
  return id
}

/** Creates an account with a confirmed address, signs it in and fills in its profile. */
export async function enterPerson(
  pool: Pool,
  baseUrl: string,
  person: DemoPerson,
): Promise<Session> {
  await createPerson(pool, person, await demoPasswordHash(), new Date())
  const session = await signIn(baseUrl, person.email, DEMO_PASSWORD)
  await furnish(session, person)
  return session
}

/** Fills in a new person's profile: their picture, their texts, their portfolio. */
export async function furnish(session: Session, person: DemoPerson): Promise<void> {
  const face = await picture(person.picture)
  const [avatar, portfolio] = await Promise.all([
    session.upload('avatars', `${person.key}.webp`, 'image/webp', face),
    uploadPortfolio(session, person.portfolio ?? []),
  ])
  await session.call('profiles.update', {
    body: { ...person.profile, ...portfolio, avatar_url: avatar.url },
  })
}

/**
 * Uploads the drawings and videos among the pieces and returns the portfolio in the form that saving a profile takes.
 */
export async function uploadPortfolio(session: Session, pieces: readonly DemoPiece[]) {
  const urls = await Promise.all(
    pieces.map(async (piece) => {
      if ('url' in piece) return piece.url
      if ('video' in piece) {
        const film = await readFile(videoPath(piece.video, 'mp4'))
        return (await session.upload('portfolio', `${piece.video}.mp4`, 'video/mp4', film)).url
      }
      const bytes = await picture(piece.drawing)
      return (await session.upload('portfolio', `${piece.drawing}.webp`, 'image/webp', bytes)).url
    }),
  )
  return { portfolio_urls: urls, portfolio_captions: pieces.map(({ caption }) => caption ?? '') }
}
