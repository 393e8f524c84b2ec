import { dayWords } from '#contract/notice.ts'
import { paths } from '#contract/paths.ts'
import { type MailBrand, renderMail } from './mail-layout.ts'
import type { RenderedMail } from '#server/jobs/job-payloads.ts'

/** A link and the code that does the same thing. */
interface Redeemable {
  link: string
  code: string
}

/**
 * "Confirm your email": sent on sign-up. It contains nothing that was typed into the form, because it may reach a
 * stranger.
 */
export function confirmSignUpMail(brand: MailBrand, { link, code }: Redeemable): RenderedMail {
  return renderMail(brand, {
    subject: `Confirm your email for ${brand.brandName}`,
    heading: 'Confirm your email',
    lines: [
      `Someone, hopefully you, signed up for ${brand.brandName} with this address. Confirm it to start.`,
    ],
    action: { label: 'Confirm your email', url: link },
    code,
    note: 'The link works once, for one hour. If you did not sign up, ignore this mail: without your confirmation the account stays closed.',
  })
}

/** "Reset your password". */
export function recoveryMail(brand: MailBrand, { link, code }: Redeemable): RenderedMail {
  return renderMail(brand, {
    subject: `Reset your ${brand.brandName} password`,
    heading: 'Reset your password',
    lines: ['Open the link in the browser where you asked for it, then choose a new password.'],
    action: { label: 'Choose a new password', url: link },
    code,
    note: 'The link works once, for one hour. If you did not ask for it, nothing has changed and you can ignore this mail.',
  })
}

/** "Sign in": a link instead of a password. */
export function magicLinkMail(brand: MailBrand, { link, code }: Redeemable): RenderedMail {
  return renderMail(brand, {
    subject: `Sign in to ${brand.brandName}`,
    heading: 'Sign in',
    lines: [`Open the link to sign in to ${brand.brandName}. No password is needed.`],
    action: { label: 'Sign in', url: link },
    code,
    note: 'The link works once, for one hour. If you did not ask for it, ignore this mail: no one can sign in without the link.',
  })
}

/** "You have been invited": an administrator created an account for its owner. */
export function inviteMail(brand: MailBrand, { link, code }: Redeemable): RenderedMail {
  return renderMail(brand, {
    subject: `You have been invited to ${brand.brandName}`,
    heading: 'You have been invited',
    lines: [`An account at ${brand.brandName} waits for you. Accept the invitation to start.`],
    action: { label: 'Accept the invitation', url: link },
    code,
    note: 'The link works once, for one hour. If you do not know what this is about, ignore this mail: without you the account stays closed.',
  })
}

/** The code that proves that the person changing the password reads the account's mailbox. */
export function reauthenticationMail(brand: MailBrand, code: string): RenderedMail {
  return renderMail(brand, {
    subject: `Your ${brand.brandName} confirmation code`,
    heading: 'Confirm that it is you',
    lines: ['Someone, hopefully you, is about to change something that only you may change.'],
    code,
    note: 'The code works once, for ten minutes. If this was not you, share it with no one and reset your password from the sign-in page.',
  })
}

/** To the new address of an email change and, where `both` must agree, to the old one. */
export function emailChangeMail(
  brand: MailBrand,
  { link, code, newEmail, both }: Redeemable & { newEmail: string; both: boolean },
): RenderedMail {
  return renderMail(brand, {
    subject: `Confirm your new email for ${brand.brandName}`,
    heading: 'Confirm your new email',
    lines: [
      `You asked to sign in to ${brand.brandName} with ${newEmail} from now on.`,
      both
        ? 'We sent a link to both addresses. The change happens when both have been confirmed.'
        : 'The change happens when you confirm it.',
    ],
    addresses: [newEmail],
    action: { label: 'Confirm the change', url: link },
    code,
    note: 'The link works once, for one hour. If you did not ask for this, ignore this mail and change your password.',
  })
}

/** To an address that already has an account, when someone wants to move another account to it. Contains no action. */
export function emailTakenMail(brand: MailBrand): RenderedMail {
  return renderMail(brand, {
    subject: `This email already has a ${brand.brandName} account`,
    heading: 'This email already has an account',
    lines: [
      `Somebody asked to sign in to another ${brand.brandName} account with this address. It cannot be used twice, so nothing has changed.`,
      'If it was you, sign in with this address, or choose a different one for your other account.',
    ],
    note: 'If it was not you, you can ignore this mail.',
  })
}

/** Sent after the change, so that the owner notices a password change by someone else. */
export function passwordChangedMail(brand: MailBrand): RenderedMail {
  return renderMail(brand, {
    subject: `Your ${brand.brandName} password was changed`,
    heading: 'Your password was changed',
    lines: [
      'The password of your account was changed just now, and every other device was signed out.',
    ],
    note: 'If this was not you, reset your password from the sign-in page at once.',
  })
}

/** To a banned person: why, until when, and where to write. `reason` is the operator's own words. */
export function bannedMail(
  brand: MailBrand,
  { reason, until, supportEmail }: { reason: string; until: Date | null; supportEmail: string },
): RenderedMail {
  const end = until === null ? '' : ` until ${dayWords(until.toISOString().slice(0, 10))}`
  return renderMail(brand, {
    subject: `Your ${brand.brandName} account is banned`,
    heading: 'Your account is banned',
    lines: [
      `You were signed out of ${brand.brandName} and cannot sign in${end}.`,
      `Why: ${reason}`,
      'Your profile and open projects are hidden. What was agreed and paid stays as it is.',
    ],
    note: `If you think that this is wrong, write to ${supportEmail}.`,
  })
}

/** A moment as mails write it, in UTC: the reader’s time zone is unknown. */
const momentWords = (at: Date): string =>
  `on ${at.toISOString().slice(0, 10)} at ${at.toISOString().slice(11, 16)} UTC`

/** A browser that was new to the account signed in. */
export function newDeviceMail(
  brand: MailBrand,
  { device, at, link }: { device: string; at: Date; link: string },
): RenderedMail {
  return renderMail(brand, {
    subject: `A new device signed in to your ${brand.brandName} account`,
    heading: 'Was this you?',
    lines: [
      `${device} signed in to your account ${momentWords(at)}.`,
      'If it was you, there is nothing to do.',
    ],
    action: { label: 'It was not me', url: link },
    note: 'It signs out every device and switches your password off; then you choose a new one. The link works once, for a week, and signs no one in.',
  })
}

/** A recovery code was used in place of the authenticator app. */
export function recoveryCodeUsedMail(
  brand: MailBrand,
  { device, at, left }: { device: string; at: Date; left: number },
): RenderedMail {
  return renderMail(brand, {
    subject: `A recovery code of your ${brand.brandName} account was used`,
    heading: 'A recovery code was used',
    lines: [
      `${device} signed in to your account with your password and a recovery code ${momentWords(at)}.`,
      left === 0
        ? 'It was the last one. Get new codes under Settings, Security.'
        : `${left} of your codes ${left === 1 ? 'is' : 'are'} left.`,
    ],
    action: { label: 'Get new codes', url: brand.siteUrl + paths.security },
    note: 'If this was not you, choose a new password at once (“Forgot password?” on the sign-in page) and get new codes: that makes the old ones worthless.',
  })
}

/** A passkey was added to an account, or removed from it. */
export function passkeyMail(
  brand: MailBrand,
  { device, at, what }: { device: string; at: Date; what: 'added' | 'removed' },
): RenderedMail {
  const added = what === 'added'
  return renderMail(brand, {
    subject: `A passkey was ${what} ${added ? 'to' : 'from'} your ${brand.brandName} account`,
    heading: `A passkey was ${what}`,
    lines: [
      `It was done with ${device} ${momentWords(at)}.`,
      added
        ? 'From now on you can sign in with it, without your password.'
        : 'It no longer opens your account. Your other ways to sign in still do.',
    ],
    action: { label: 'Look at your passkeys', url: brand.siteUrl + paths.security },
    note: 'If this was not you, choose a new password at once (“Forgot password?” on the sign-in page) and remove every passkey that you do not know.',
  })
}

/** To someone whose account an operator views. `why` is the kind of the reason, in words. */
export function viewedMail(
  brand: MailBrand,
  { at, why, supportEmail }: { at: Date; why: string; supportEmail: string },
): RenderedMail {
  return renderMail(brand, {
    subject: `Our team looked at your ${brand.brandName} account`,
    heading: 'Our team looked at your account',
    lines: [
      `It was opened ${momentWords(at)}, for a few minutes. The reason: ${why.charAt(0).toLowerCase()}${why.slice(1)}.`,
      'We saw your deals, their states and amounts. We could change nothing, and saw no messages, files, addresses or payout details.',
    ],
    action: { label: 'Open your security log', url: brand.siteUrl + paths.security },
    note: `Questions about it? Write to ${supportEmail}.`,
  })
}

/**
 * To someone whose payout account was replaced, at every address where they were recently reachable. `from`: no payout
 * is sent to the new account before then.
 */
export function changedPayoutsMail(
  brand: MailBrand,
  { from, supportEmail }: { from: Date; supportEmail: string },
): RenderedMail {
  return renderMail(brand, {
    subject: `Your ${brand.brandName} payouts go to another account`,
    heading: 'Your payout account was changed',
    lines: [
      'From now on, payments that are released to you go to another Stripe account.',
      `To keep your money safe, nothing is sent to it before ${from.toISOString().slice(0, 10)}, ${from.toISOString().slice(11, 16)} UTC. What is released until then waits, and leaves by itself.`,
    ],
    action: { label: 'Look at your account', url: brand.siteUrl + paths.security },
    note: `If this was not you, choose a new password at once (“Forgot password?” on the sign-in page) and write to ${supportEmail} before that time.`,
  })
}
