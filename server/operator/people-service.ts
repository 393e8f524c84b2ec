import type { OperatorPerson, OperatorPersonRow } from '#contract/operator-record-schemas.ts'
import { CHANGE_TOPICS } from '#contract/conversations.ts'
import { deleteTokensOf } from '#server/auth/records/one-time-tokens.ts'
import { deleteSessionsOf } from '#server/auth/records/session-store.ts'
import { lockAnyUser } from '#server/auth/admin/user-directory.ts'
import { execute, sql } from '#server/db/sql.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { bannedMail } from '#server/mail/account-mails.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import {
  type Acted,
  NOTHING_DONE,
  recordAct,
  writeAct,
} from '#server/operator/acts/operator-acts.ts'
import { newestPage } from '#server/operator/acts/operator-pages.ts'
import {
  findPeople,
  type PeopleSearch,
  personById,
  type PersonRow,
  standingOf,
} from './people-store.ts'
import { isRepeatedBan } from './repeated-ban.ts'

/** A page of people, newest first. */
export async function people(deps: Deps, search: PeopleSearch) {
  const { rows, next } = newestPage(await findPeople(deps.pool, search))
  return { rows: rows.map(presentRow), next }
}

/** A person with their account, sessions and numbers; 404 for an unknown id. */
export async function person(deps: Deps, id: string, now: Date): Promise<OperatorPerson> {
  const found = foundOr404(await personById(deps.pool, id, now))
  return {
    ...presentRow(found),
    operator: deps.config.operatorEmails.includes(found.email.toLowerCase()),
    ways: found.ways,
    second_factors: found.second_factors,
    payout_account:
      found.account_id === null
        ? null
        : { provider_id: found.account_id, ready: found.account_ready === true },
    customer_provider_id: found.customer_provider_id,
    bio: found.bio,
    ...(await standingOf(deps.pool, id, now)),
  }
}

/** An act on a person, and its operator. */
export interface PersonAct {
  viewer: Viewer
  personId: string
  reason: string
  now: Date
}

/**
 * Blocks sign-in until the ban is over. Ends every session and pending link, refreshes open pages immediately and
 * closes sockets within a minute. Agreements and payments stay. The owner is mailed the reason, once; an address that
 * was never confirmed may be a stranger's and gets no mail. Repeating the ban that is in force does nothing.
 */
export async function ban(deps: Deps, act: PersonAct & { days: number | null }): Promise<Acted> {
  const { reason } = act
  const until = act.days === null ? null : daysFrom(act.now, act.days)
  return inTransaction(deps.pool, async (tx) => {
    const { user, subject } = await lockPerson(tx, deps, act)
    if (await isRepeatedBan(tx, user, { ...subject, until })) return { ...NOTHING_DONE, reason }
    const { address, actId } = await banIn(tx, deps, { ...act, until })
    const { brandName, publicUrl: siteUrl, supportEmail } = deps.config
    const mail = bannedMail({ brandName, siteUrl }, { reason, until, supportEmail })
    await queueMail(tx, address, mail, { dedupeId: `ban-${actId}` })
    return { changed: true, reason }
  })
}

/**
 * The same in the caller's transaction, without the mail. Returns the address to mail, which is empty if there is none.
 * A null `until` means until the ban is lifted.
 */
export async function banIn(
  tx: Tx,
  deps: Deps,
  act: PersonAct & { until: Date | null },
): Promise<{ address: string; actId: string }> {
  const { user, subject } = await lockPerson(tx, deps, act)
  await execute(
    tx,
    sql`update auth.users set banned_until = ${act.until?.toISOString() ?? 'infinity'}, updated_at = ${act.now} where id = ${act.personId}`,
  )
  await endSessionsOf(tx, act.personId, act.now)
  const actId = await writeAct(tx, { ...subject, act: 'ban' })
  return { address: user.email_confirmed_at === null ? '' : (user.email ?? ''), actId }
}

/** Lifts a ban. Idempotent. */
export async function unban(deps: Deps, act: PersonAct): Promise<Acted> {
  return inTransaction(deps.pool, (tx) => unbanIn(tx, deps, act))
}

/** The same in the caller's transaction. */
export async function unbanIn(tx: Tx, deps: Deps, act: PersonAct): Promise<Acted> {
  const { subject } = await lockPerson(tx, deps, act)
  const lifted = await execute(
    tx,
    sql`update auth.users set banned_until = null, updated_at = ${act.now}
      where id = ${act.personId} and banned_until is not null`,
  )
  return lifted > 0
    ? recordAct(tx, { ...subject, act: 'unban' })
    : { ...NOTHING_DONE, reason: act.reason }
}

/** Moves the end of a ban in force to that of another ban, because the decision that prolonged it was reversed. */
export const moveBanEnd = (
  tx: Tx,
  { personId, now }: Pick<PersonAct, 'personId' | 'now'>,
  until: string,
) =>
  execute(
    tx,
    sql`update auth.users set banned_until = ${until}, updated_at = ${now} where id = ${personId}`,
  )

/** Signs a person out everywhere; they may sign in again. */
export async function endSessions(deps: Deps, act: PersonAct): Promise<Acted> {
  return inTransaction(deps.pool, async (tx) => {
    const { subject } = await lockPerson(tx, deps, act)
    await endSessionsOf(tx, act.personId, act.now)
    return recordAct(tx, { ...subject, act: 'end_sessions' })
  })
}

/**
 * The account, locked, as the subject of an act. Operators cannot act on each other, and no one can act on deleted
 * people.
 */
export async function lockPerson(tx: Tx, deps: Deps, { viewer, personId, reason, now }: PersonAct) {
  foundOr404(await personById(tx, personId, now))
  const user = await lockAnyUser(tx, personId)
  if (user === null || user.deleted_at !== null) throw new AppError('operator.person_deleted')
  if (deps.config.operatorEmails.includes(user.email?.toLowerCase() ?? ''))
    throw new AppError('operator.not_on_operators')
  const subject = {
    actorId: viewer.id,
    subject: 'person',
    subjectId: personId,
    subjectName: '',
    reason,
  } as const
  return { user, subject }
}

async function endSessionsOf(tx: Tx, personId: string, now: Date): Promise<void> {
  await execute(
    tx,
    sql`update operator_views set ended_at = ${now} where person_id = ${personId} and ended_at is null`,
  )
  await deleteSessionsOf(tx, personId, null)
  await deleteTokensOf(tx, personId, null)
  // Open pages refetch, and detect that they are signed out.
  await enqueue(tx, 'realtime.changed', {
    user_ids: [personId],
    topics: [...CHANGE_TOPICS],
    project_id: null,
  })
}

function presentRow(row: PersonRow): OperatorPersonRow {
  const { id, name, role, avatar_url, company_name, email, state, created_at, last_sign_in_at } =
    row
  const ends = state === 'banned' && row.banned_until !== 'infinity' ? row.banned_until : null
  const card = { id, name, role, avatar_url, company_name }
  return { ...card, email, state, banned_until: ends, last_sign_in_at, created_at }
}

const DAY_MS = 86_400_000
const daysFrom = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS)
