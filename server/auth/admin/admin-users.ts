import { randomUUID } from 'node:crypto'
import type { AuthUser } from '#contract/auth-schemas.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import { violatedConstraint } from '#server/db/violations.ts'
import { createProfile, setProfileEmail } from '#server/profiles/profile-store.ts'
import type { AuthContext } from '#server/auth/service/auth-context.ts'
import { AuthError, invalid } from '#server/auth/answers/auth-error.ts'
import { queuePasswordChangedMail } from '#server/auth/service/auth-mails.ts'
import { setEmailIdentity } from '#server/auth/service/email-identity.ts'
import { goDuration } from '#server/auth/settings/go-duration.ts'
import {
  accountMetadata,
  assertAppMetadata,
  assertMetadataStorable,
  assertUserMetadata,
  EMAIL_ACCOUNT,
  mergeMetadata,
  profileOf,
} from '#server/auth/records/metadata.ts'
import { deleteTokensOf } from '#server/auth/records/one-time-tokens.ts'
import { deleteSessionsOf } from '#server/auth/records/session-store.ts'
import { userAnswer } from '#server/auth/records/user-presenter.ts'
import { lockAnyUser } from './user-directory.ts'
import {
  insertUser,
  updateUser,
  type UserChanges,
  type UserRow,
} from '#server/auth/records/user-store.ts'

/** An account as an administrator describes it; validated, the address lower-cased. */
export interface AdminFields {
  id?: string | undefined
  email?: string | undefined
  password?: string | undefined
  emailConfirm?: boolean | undefined
  userMetadata?: Record<string, unknown> | undefined
  appMetadata?: Record<string, unknown> | undefined
  role?: string | undefined
  /** In Go's notation, or `none`. */
  banDuration?: string | undefined
}

/** Creates an account. Nothing is mailed; it is confirmed only if the administrator says so. */
export async function adminCreateUser(
  ctx: AuthContext,
  fields: AdminFields & { email: string },
  now: Date,
): Promise<AuthUser> {
  const { id = randomUUID(), email, userMetadata = {}, appMetadata = {} } = fields
  assertMetadataStorable(userMetadata, 'user_metadata')
  const merged = { ...EMAIL_ACCOUNT, ...appMetadata }
  assertAppMetadata(merged)
  const bannedUntil = banOf(fields.banDuration, now)
  const passwordHash =
    fields.password === undefined ? null : await ctx.passwords.hash(fields.password)
  try {
    return await inTransaction(ctx.pool, async (tx) => {
      const user = await insertUser(
        tx,
        { id, email, passwordHash, userMetadata, appMetadata: merged },
        now,
      )
      if (user === null) throw new AuthError('email_exists')
      await setIdentity(tx, id, email, fields.emailConfirm === true, now)
      const changes: UserChanges = {}
      if (fields.role) changes.role = fields.role
      if (bannedUntil !== undefined) changes.banned_until = bannedUntil
      if (fields.emailConfirm === true) await confirm(tx, user, changes, now)
      else await createProfile(tx, { id, email, ...profileOf(userMetadata, email) })
      return userAnswer(tx, await updateUser(tx, id, changes, now))
    })
  } catch (error) {
    if (violatedConstraint(error) === 'users_pkey') throw new AuthError('user_already_exists')
    throw error
  }
}

/** Changes an account, atomically and immediately, without asking its owner. */
export async function adminUpdateUser(
  ctx: AuthContext,
  id: string,
  fields: AdminFields,
  now: Date,
): Promise<AuthUser> {
  const bannedUntil = banOf(fields.banDuration, now)
  const passwordHash =
    fields.password === undefined ? undefined : await ctx.passwords.hash(fields.password)
  try {
    return await inTransaction(ctx.pool, async (tx) => {
      const user = await lockAnyUser(tx, id)
      if (user === null) throw new AuthError('user_not_found', { status: 404 })
      const changes: UserChanges = {}
      if (fields.role) changes.role = fields.role
      if (bannedUntil !== undefined) changes.banned_until = bannedUntil
      if (fields.userMetadata !== undefined) {
        assertMetadataStorable(fields.userMetadata, 'user_metadata')
        changes.user_metadata = mergeMetadata(user.user_metadata, fields.userMetadata)
        assertUserMetadata(changes.user_metadata)
      }
      if (fields.appMetadata !== undefined) {
        changes.app_metadata = mergeMetadata(user.app_metadata, fields.appMetadata)
        assertAppMetadata(changes.app_metadata)
      }
      if (fields.email !== undefined && fields.email !== user.email) {
        await moveToAddress(tx, user, fields.email, changes, now)
      }
      const email = fields.email ?? user.email
      if (fields.emailConfirm === true && user.email_confirmed_at === null && email !== null) {
        await confirm(tx, { ...user, email }, changes, now)
      }
      if (passwordHash !== undefined) {
        changes.password_hash = passwordHash
        await deleteSessionsOf(tx, id, null)
        await deleteTokensOf(tx, id, null)
        if (email !== null && user.email_confirmed_at !== null)
          await queuePasswordChangedMail(tx, ctx, email)
      }
      return userAnswer(tx, await updateUser(tx, id, changes, now))
    })
  } catch (error) {
    if (violatedConstraint(error) === 'users_one_per_email') throw new AuthError('email_exists')
    throw error
  }
}

async function moveToAddress(
  tx: Tx,
  user: UserRow,
  email: string,
  changes: UserChanges,
  now: Date,
): Promise<void> {
  Object.assign(changes, {
    email,
    new_email: null,
    email_change_sent_at: null,
    email_change_agreed: null,
    is_anonymous: false,
  })
  await setIdentity(tx, user.id, email, user.email_confirmed_at !== null, now)
  await setProfileEmail(tx, user.id, email, now)
  await deleteTokensOf(tx, user.id, null)
}

/**
 * From now on the address counts as proven to be its owner's. The profile is created as a sign-up would have created
 * it.
 */
async function confirm(tx: Tx, user: UserRow, changes: UserChanges, now: Date): Promise<void> {
  const email = user.email ?? ''
  changes.email_confirmed_at = now
  await setIdentity(tx, user.id, email, true, now)
  const data = changes.user_metadata ?? user.user_metadata
  await createProfile(tx, { id: user.id, email, ...profileOf(data, email) })
  await deleteTokensOf(tx, user.id, ['signup', 'invite'])
}

async function setIdentity(
  tx: Tx,
  userId: string,
  email: string,
  verified: boolean,
  now: Date,
): Promise<void> {
  const metadata = accountMetadata({}, { id: userId, email, confirmed: verified })
  await setEmailIdentity(tx, { id: userId, email, metadata }, now)
}

/** When a ban ends: null lifts it, undefined leaves it unchanged. */
function banOf(duration: string | undefined, now: Date): Date | null | undefined {
  if (duration === undefined || duration === '') return undefined
  if (duration === 'none') return null
  const ms = goDuration(duration)
  if (ms === null)
    throw invalid('invalid format for ban duration: expected "24h", "1h30m" or "none"')
  return new Date(now.getTime() + ms)
}
