import { APPROVED_WORK_LINK_SECONDS } from '#contract/approved-work.ts'
import { type LinkSettings, signedAddress } from '#server/uploads/link-settings.ts'

type Keys = Pick<LinkSettings, 'keys'>

/** The approved work of a project, and the brand that the link was issued to. */
export interface LinkedWork {
  listingId: string
  sellerId: string
}

/**
 * Returns a link to the approved work that works for anyone who has it, for five minutes. Give it to the project's
 * brand only.
 */
export function approvedWorkUrl(config: LinkSettings, work: LinkedWork, now: Date): string {
  const expires = String(Math.floor(now.getTime() / 1_000) + APPROVED_WORK_LINK_SECONDS)
  const query = {
    brand: work.sellerId,
    expires,
    signature: config.keys.sign('approved work', signedText(work, expires)),
  }
  return signedAddress(
    config,
    `/storage/approved-work/${work.listingId}?${new URLSearchParams(query)}`,
  )
}

/** Returns whether a link is ours and still valid. */
export function isGoodApprovedWorkLink(
  config: Keys,
  work: LinkedWork,
  link: { expires: string; signature: string },
  now: Date,
): boolean {
  if (!/^\d{10}$/.test(link.expires)) return false
  const left = Number(link.expires) - now.getTime() / 1_000
  if (left <= 0 || left > APPROVED_WORK_LINK_SECONDS) return false
  return config.keys.isSignatureOf('approved work', signedText(work, link.expires), link.signature)
}

const signedText = ({ listingId, sellerId }: LinkedWork, expires: string): string =>
  `approved-work:${listingId}:${sellerId}:${expires}`
