import { createHmac, timingSafeEqual } from 'node:crypto'
import { EXPORT_LINK_SECONDS } from '#contract/account.ts'
import { type LinkSettings, signedAddress } from '#server/uploads/link-settings.ts'

type Secret = Pick<LinkSettings, 'fileLinkSecret'>

/** A link to a person's data that works for anyone who has it, for five minutes. Give it to that person only. */
export function exportUrl(config: LinkSettings, userId: string, now: Date): string {
  const expires = String(Math.floor(now.getTime() / 1_000) + EXPORT_LINK_SECONDS)
  return signedAddress(
    config,
    `/storage/export/${userId}?expires=${expires}&signature=${signature(config, userId, expires)}`,
  )
}

/** Whether a link is ours and still valid. */
export function isGoodExportLink(
  config: Secret,
  userId: string,
  link: { expires: string; signature: string },
  now: Date,
): boolean {
  if (!/^\d{10}$/.test(link.expires)) return false
  const left = Number(link.expires) - now.getTime() / 1_000
  if (left <= 0 || left > EXPORT_LINK_SECONDS) return false
  const expected = Buffer.from(signature(config, userId, link.expires))
  const given = Buffer.from(link.signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function signature(config: Secret, userId: string, expires: string): string {
  return createHmac('sha256', config.fileLinkSecret)
    .update(`account-export:${userId}:${expires}`)
    .digest('base64url')
}
