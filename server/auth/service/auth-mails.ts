import { randomBytes } from 'node:crypto'
import { deviceName } from '#contract/device-name.ts'
import type { Queryable } from '#server/db/pool.ts'
import {
  confirmSignUpMail,
  emailChangeMail,
  emailTakenMail,
  inviteMail,
  magicLinkMail,
  newDeviceMail,
  passkeyMail,
  passwordChangedMail,
  reauthenticationMail,
  recoveryCodeUsedMail,
  recoveryMail,
} from '#server/mail/account-mails.ts'
import type { RenderedMail } from '#server/jobs/job-payloads.ts'
import { queueSealedMail } from '#server/mail/queue-mail.ts'
import type { AuthContext } from './auth-context.ts'
import type { AuthSettings } from '#server/auth/settings/auth-settings.ts'
import type { ClientInfo } from '#server/auth/records/session-store.ts'
import type { MailedToken } from '#server/auth/records/one-time-tokens.ts'

/** A mail that carries a token: its recipient, and the final target of its link. */
export interface TokenMail {
  to: string
  token: MailedToken
  redirectTo: string
}

/**
 * The link in a mail. It opens a page that asks before it consumes the token (`via=mail`): mail scanners fetch links,
 * and a fetch must neither confirm anything nor consume the link.
 */
export function mailLink(settings: AuthSettings, type: string, mail: TokenMail): string {
  const query = new URLSearchParams({
    token: mail.token.link,
    type,
    redirect_to: mail.redirectTo,
    via: 'mail',
  })
  return `${settings.issuer}/verify?${query}`
}

/** The dependencies for rendering and sealing mails. */
type MailContext = Pick<AuthContext, 'settings' | 'mailSeal'>

function queue(tx: Queryable, ctx: MailContext, to: string, mail: RenderedMail): Promise<void> {
  return queueSealedMail(tx, to, ctx.mailSeal.seal(mail))
}

export function queueSignupMail(tx: Queryable, ctx: MailContext, mail: TokenMail): Promise<void> {
  const link = mailLink(ctx.settings, 'signup', mail)
  return queue(tx, ctx, mail.to, confirmSignUpMail(ctx.settings, { link, code: mail.token.code }))
}

/**
 * A mail to no one, discarded at the point of sending. An address that gets no mail gets this instead: the queue's work
 * after commit must not reveal which addresses have an account.
 */
export function queueNobodysMail(tx: Queryable, ctx: MailContext): Promise<void> {
  const token = { link: randomBytes(16).toString('hex'), code: '000000' }
  return queueSignupMail(tx, ctx, { to: '', token, redirectTo: ctx.settings.siteUrl })
}

export function queueRecoveryMail(tx: Queryable, ctx: MailContext, mail: TokenMail): Promise<void> {
  const link = mailLink(ctx.settings, 'recovery', mail)
  return queue(tx, ctx, mail.to, recoveryMail(ctx.settings, { link, code: mail.token.code }))
}

export function queueMagicLinkMail(
  tx: Queryable,
  ctx: MailContext,
  mail: TokenMail,
): Promise<void> {
  const link = mailLink(ctx.settings, 'magiclink', mail)
  return queue(tx, ctx, mail.to, magicLinkMail(ctx.settings, { link, code: mail.token.code }))
}

export function queueInviteMail(tx: Queryable, ctx: MailContext, mail: TokenMail): Promise<void> {
  const link = mailLink(ctx.settings, 'invite', mail)
  return queue(tx, ctx, mail.to, inviteMail(ctx.settings, { link, code: mail.token.code }))
}

/** The code alone, because there is nothing to open. */
export function queueReauthenticationMail(
  tx: Queryable,
  ctx: MailContext,
  mail: { to: string; code: string },
): Promise<void> {
  return queue(tx, ctx, mail.to, reauthenticationMail(ctx.settings, mail.code))
}

/** Sent to one address of an email change; `both`: the other one has to confirm, too. */
export function queueEmailChangeMail(
  tx: Queryable,
  ctx: MailContext,
  mail: TokenMail & { newEmail: string; both: boolean },
): Promise<void> {
  const link = mailLink(ctx.settings, 'email_change', mail)
  return queue(
    tx,
    ctx,
    mail.to,
    emailChangeMail(ctx.settings, {
      link,
      code: mail.token.code,
      newEmail: mail.newEmail,
      both: mail.both,
    }),
  )
}

/** Replaces the mail above for an address that belongs to someone else. */
export function queueEmailTakenMail(tx: Queryable, ctx: MailContext, to: string): Promise<void> {
  return queue(tx, ctx, to, emailTakenMail(ctx.settings))
}

export function queuePasswordChangedMail(
  tx: Queryable,
  ctx: MailContext,
  to: string,
): Promise<void> {
  return queue(tx, ctx, to, passwordChangedMail(ctx.settings))
}

/** Reports a sign-in by a browser that was new to the account. */
export function queueNewDeviceMail(
  tx: Queryable,
  ctx: MailContext,
  { to, client, at, token }: { to: string; client: ClientInfo; at: Date; token: string },
): Promise<void> {
  const device = deviceName(client.userAgent)
  const link = `${ctx.settings.issuer}/not-me?token=${token}`
  return queue(tx, ctx, to, newDeviceMail(ctx.settings, { device, at, link }))
}

/** Sent after a recovery code replaced the second factor, because the codes are half of what opens the account. */
export function queueRecoveryCodeUsedMail(
  tx: Queryable,
  ctx: MailContext,
  { to, client, at, left }: { to: string; client: ClientInfo; at: Date; left: number },
): Promise<void> {
  const device = deviceName(client.userAgent)
  return queue(tx, ctx, to, recoveryCodeUsedMail(ctx.settings, { device, at, left }))
}

/**
 * Sent after a passkey was added or removed: a stranger with a passkey of their own could come back whenever they like.
 */
export function queuePasskeyMail(
  tx: Queryable,
  ctx: MailContext,
  mail: { to: string; client: ClientInfo; at: Date; what: 'added' | 'removed' },
): Promise<void> {
  const { to, client, at, what } = mail
  const device = deviceName(client.userAgent)
  return queue(tx, ctx, to, passkeyMail(ctx.settings, { device, at, what }))
}
