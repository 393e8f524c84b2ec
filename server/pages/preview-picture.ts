import type { PublicProfile } from '#contract/profile-schemas.ts'
import { pictureAddress } from '#contract/picture-address.ts'

/** The picture of a link preview. */
export interface PreviewPicture {
  /** A path or an address. */
  url: string
  alt: string
  /** Whether it fills the card; a portrait is placed beside the text. */
  fillsCard: boolean
}

/**
 * Returns the first picture among a creator's own pieces; null when there is none. Drawings are skipped because
 * previews do not show SVG, films because not every server makes posters, and other sites' pictures because they are
 * not ours to show.
 */
export function workPicture(
  { role, portfolio_urls: urls, portfolio_captions: captions }: PublicProfile,
  name: string,
): PreviewPicture | null {
  if (role !== 'creator') return null
  for (const [at, piece] of urls.entries()) {
    const picture = pictureAddress(piece)
    if (picture === null) continue
    return {
      url: `${picture.stem}.webp`,
      alt: captions[at] || `Work by ${name}`,
      fillsCard: true,
    }
  }
  return null
}

/** Returns a person's own picture; null when they have none. */
export function portrait(
  { avatar_url: url }: Pick<PublicProfile, 'avatar_url'>,
  name: string,
): PreviewPicture | null {
  return url === null ? null : { url: url.replace(/#.*$/, ''), alt: name, fillsCard: false }
}
