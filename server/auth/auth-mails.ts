import type { Queryable } from '#server/db/pool.ts'
import {
  confirmSignUpMail,
  emailChangeMail,
  inviteMail,
  magicLinkMail,
  passwordChangedMail,
  reauthenticationMail,
  recoveryMail,
} from '#server/mail/account-mails.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { AuthSettings } from './auth-settings.ts'
import type { MailedToken } from './one-time-tokens.ts'

/** A mail that carries a token: to whom, and where its link leads in the end. */
export interface TokenMail {
  to: string
  token: MailedToken
  redirectTo: string
}

/**
 * The link of a mail. It opens a page that asks before it uses the token (`via=mail`): mail scanners fetch
 * links, and a fetch must neither confirm anything nor use the link up.
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

export function queueSignupMail(
  tx: Queryable,
  settings: AuthSettings,
  mail: TokenMail,
): Promise<void> {
  const link = mailLink(settings, 'signup', mail)
  return queueMail(tx, mail.to, confirmSignUpMail(settings, { link, code: mail.token.code }))
}

export function queueRecoveryMail(
  tx: Queryable,
  settings: AuthSettings,
  mail: TokenMail,
): Promise<void> {
  const link = mailLink(settings, 'recovery', mail)
  return queueMail(tx, mail.to, recoveryMail(settings, { link, code: mail.token.code }))
}

export function queueMagicLinkMail(
  tx: Queryable,
  settings: AuthSettings,
  mail: TokenMail,
): Promise<void> {
  const link = mailLink(settings, 'magiclink', mail)
  return queueMail(tx, mail.to, magicLinkMail(settings, { link, code: mail.token.code }))
}

export function queueInviteMail(
  tx: Queryable,
  settings: AuthSettings,
  mail: TokenMail,
): Promise<void> {
  const link = mailLink(settings, 'invite', mail)
  return queueMail(tx, mail.to, inviteMail(settings, { link, code: mail.token.code }))
}

/** The code alone: there is nothing to open. */
export function queueReauthenticationMail(
  tx: Queryable,
  settings: AuthSettings,
  mail: { to: string; code: string },
): Promise<void> {
  return queueMail(tx, mail.to, reauthenticationMail(settings, mail.code))
}

/** One to each of the two addresses; the change happens when both have agreed. */
export function queueEmailChangeMail(
  tx: Queryable,
  settings: AuthSettings,
  mail: TokenMail & { newEmail: string },
): Promise<void> {
  const link = mailLink(settings, 'email_change', mail)
  return queueMail(
    tx,
    mail.to,
    emailChangeMail(settings, { link, code: mail.token.code, newEmail: mail.newEmail }),
  )
}

export function queuePasswordChangedMail(
  tx: Queryable,
  settings: AuthSettings,
  to: string,
): Promise<void> {
  return queueMail(tx, to, passwordChangedMail(settings))
}
