import type { Queryable } from '#server/db/pool.ts'
import { maybeRow, sql } from '#server/db/sql.ts'
import { authMessages } from '#contract/auth.ts'
import type { Keyring } from '#server/keyring/keyring.ts'
import type { AuthSettings } from '#server/auth/settings/auth-settings.ts'
import { AuthError } from '#server/auth/answers/auth-error.ts'
import { takeToken } from '#server/limits/token-buckets.ts'

/** Kinds of mail with separate limits. */
export type MailKind =
  | 'signup'
  | 'recovery'
  | 'magiclink'
  | 'reauthentication'
  | 'email_change'
  | 'email_change_new'

/**
 * An address gets one mail of a kind per minute, and a limited number per hour. Counted per address only: requests by
 * strangers, for known addresses or not, take nothing from anyone else.
 */
export interface MailLimits {
  /**
   * Refuses when a mail of this kind was requested for this address less than a minute ago. Addresses without an
   * account get the same refusal: a different response would reveal which exist.
   */
  assertDue(db: Queryable, kind: MailKind, email: string, now: Date): Promise<void>
  /**
   * Records that a mail is sent now, in the caller's transaction. Refuses as above, also for two concurrent requests.
   */
  claim(tx: Queryable, kind: MailKind, email: string, now: Date): Promise<void>
}

export function createMailLimits(settings: AuthSettings, keys: Keyring): MailLimits {
  const interval = settings.mailInterval
  const tooSoon = (sentAt: string, now: Date): AuthError => {
    const wait = Math.max(1, Math.ceil(interval - (now.getTime() - Date.parse(sentAt)) / 1_000))
    return new AuthError('over_email_send_rate_limit', {
      message: authMessages.mailInterval(wait),
      retryAfter: wait,
    })
  }
  const hashOf = (email: string) => keys.lookup('mail address', email)

  async function assertDue(db: Queryable, kind: MailKind, email: string, now: Date): Promise<void> {
    if (interval === 0) return
    const since = new Date(now.getTime() - interval * 1_000)
    const sent = await maybeRow<{ sent_at: string }>(
      db,
      sql`select sent_at from auth.mail_sends
        where kind = ${kind} and address_hash = ${hashOf(email)} and sent_at > ${since}`,
    )
    if (sent !== null) throw tooSoon(sent.sent_at, now)
  }

  return {
    assertDue,
    async claim(tx, kind, email, now) {
      await claimInterval(tx, kind, email, now)
      const rule = settings.rates.mailsToAddress
      const key = `mailsToAddress:${kind}:${hashOf(email).toString('base64url')}`
      const wait = rule === undefined ? 0 : await takeToken(tx, key, rule, now)
      if (wait > 0) throw new AuthError('over_email_send_rate_limit', { retryAfter: wait })
    },
  }

  async function claimInterval(
    tx: Queryable,
    kind: MailKind,
    email: string,
    now: Date,
  ): Promise<void> {
    const since = new Date(now.getTime() - interval * 1_000)
    const claimed = await maybeRow(
      tx,
      sql`insert into auth.mail_sends as send (kind, address_hash, sent_at)
        values (${kind}, ${hashOf(email)}, ${now})
        on conflict (kind, address_hash) do update set sent_at = ${now}
          where send.sent_at <= ${since} or ${interval} = 0
        returning 1`,
    )
    if (claimed === null) {
      await assertDue(tx, kind, email, now)
      throw tooSoon(now.toISOString(), now)
    }
  }
}
