import { type PrivateRendition, SIGNED_LINK_SECONDS } from '#contract/uploads.ts'
import { type LinkSettings, signedAddress } from './link-settings.ts'

/**
 * Links made within this many seconds are identical, so that a list that is refetched does not interrupt a playing
 * video.
 */
const STEP_SECONDS = 60

type Keys = Pick<LinkSettings, 'keys'>

/** A rendition to show instead of the file, and the link's reader, who is identified when it is opened. */
interface Detail {
  rendition?: PrivateRendition | null
  readerId?: string | null
}

interface SignedThing extends Detail {
  fileId: string
}

/**
 * Returns a link to a private file that works for anyone who has it, for four to five minutes from `now` (decision
 * P24). Give it only to people who may read the file; links to deliveries open for the named reader only.
 */
export function signedFileUrl(
  config: LinkSettings,
  fileId: string,
  now: Date,
  { rendition = null, readerId = null }: Detail = {},
): string {
  const seconds = Math.floor(now.getTime() / 1_000)
  const expires = seconds - (seconds % STEP_SECONDS) + SIGNED_LINK_SECONDS
  const which = rendition === null ? '' : `&rendition=${rendition}`
  const whose = readerId === null ? '' : `&reader=${readerId}`
  const text = signedText({ fileId, rendition, readerId }, expires)
  const signed = config.keys.sign('private file', text)
  return signedAddress(
    config,
    `/storage/private/${fileId}?expires=${expires}${which}${whose}&signature=${signed}`,
  )
}

/** Returns the seconds left of a link that is ours and still valid, or null. */
export function signedLinkSecondsLeft(
  config: Keys,
  link: SignedThing & { expires: string; signature: string },
  now: Date,
): number | null {
  if (!/^\d{10}$/.test(link.expires)) return null
  const left = Number(link.expires) - now.getTime() / 1_000
  if (left <= 0 || left > SIGNED_LINK_SECONDS) return null
  const text = signedText(link, Number(link.expires))
  return config.keys.isSignatureOf('private file', text, link.signature) ? left : null
}

const signedText = ({ fileId, rendition, readerId }: SignedThing, expires: number): string =>
  `private-file:${fileId}:${expires}:${rendition ?? ''}:${readerId ?? ''}`
