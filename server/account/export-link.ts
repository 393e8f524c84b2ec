import { EXPORT_LINK_SECONDS } from '#contract/account.ts'
import { type LinkSettings, signedAddress } from '#server/uploads/link-settings.ts'

type Keys = Pick<LinkSettings, 'keys'>

/** A link to a person's data that works for anyone who has it, for five minutes. Give it to that person only. */
export function exportUrl(config: LinkSettings, userId: string, now: Date): string {
  const expires = String(Math.floor(now.getTime() / 1_000) + EXPORT_LINK_SECONDS)
  const signature = config.keys.sign('account export', signedText(userId, expires))
  return signedAddress(
    config,
    `/storage/export/${userId}?expires=${expires}&signature=${signature}`,
  )
}

/** Returns whether a link was issued by us and is still valid. */
export function isGoodExportLink(
  config: Keys,
  userId: string,
  link: { expires: string; signature: string },
  now: Date,
): boolean {
  if (!/^\d{10}$/.test(link.expires)) return false
  const left = Number(link.expires) - now.getTime() / 1_000
  if (left <= 0 || left > EXPORT_LINK_SECONDS) return false
  const text = signedText(userId, link.expires)
  return config.keys.isSignatureOf('account export', text, link.signature)
}

const signedText = (userId: string, expires: string): string =>
  `account-export:${userId}:${expires}`
