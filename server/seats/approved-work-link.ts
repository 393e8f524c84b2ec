import { createHmac, timingSafeEqual } from 'node:crypto'
import { APPROVED_WORK_LINK_SECONDS } from '#contract/approved-work.ts'
import { type LinkSettings, signedAddress } from '#server/uploads/link-settings.ts'

type Secret = Pick<LinkSettings, 'fileLinkSecret'>

/** All approved work of a project, and the brand that was given the link. */
export interface LinkedWork {
  listingId: string
  sellerId: string
}

/** A link to the approved work that works for anyone who has it, for five minutes. Give it to the project's brand only. */
export function approvedWorkUrl(config: LinkSettings, work: LinkedWork, now: Date): string {
  const expires = String(Math.floor(now.getTime() / 1_000) + APPROVED_WORK_LINK_SECONDS)
  const query = { brand: work.sellerId, expires, signature: signature(config, work, expires) }
  return signedAddress(
    config,
    `/storage/approved-work/${work.listingId}?${new URLSearchParams(query)}`,
  )
}

/** Whether a link is ours and still valid. */
export function isGoodApprovedWorkLink(
  config: Secret,
  work: LinkedWork,
  link: { expires: string; signature: string },
  now: Date,
): boolean {
  if (!/^\d{10}$/.test(link.expires)) return false
  const left = Number(link.expires) - now.getTime() / 1_000
  if (left <= 0 || left > APPROVED_WORK_LINK_SECONDS) return false
  const expected = Buffer.from(signature(config, work, link.expires))
  const given = Buffer.from(link.signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function signature(config: Secret, { listingId, sellerId }: LinkedWork, expires: string): string {
  return createHmac('sha256', config.fileLinkSecret)
    .update(`approved-work:${listingId}:${sellerId}:${expires}`)
    .digest('base64url')
}
