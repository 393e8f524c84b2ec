import type { PublicProfile } from '#contract/profile-schemas.ts'
import { filmPoster } from '#contract/picture-address.ts'
import { hostOf, pieceKind, safeHref } from './links.ts'

/**
 * One piece of a portfolio, from any source: everything its tile and the viewer need. A picture or a film opens large;
 * a page on another site is a link.
 */
export interface Piece {
  /** Unique within its portfolio. */
  key: string
  kind: 'image' | 'video' | 'page'
  /** Its address; safe as an `href`. */
  href: string
  /** A film's still. Where this server makes none, the address responds with 404 and the first frame is shown. */
  poster: string | null
  /** The creator's words about it. */
  caption: string | null
  /** The name of the piece: its caption, or for a page without one its host; null for a piece without a name. */
  title: string | null
}

/** A piece that opens in the viewer. */
export type ShownPiece = Piece & { kind: 'image' | 'video' }

/** Whether a piece is shown here rather than on another site. */
export const isShown = (piece: Piece): piece is ShownPiece => piece.kind !== 'page'

/** Returns the pieces of a profile, without those that no page may link to. `origin` is this site's. */
export function piecesOf(
  profile: Pick<PublicProfile, 'portfolio_urls' | 'portfolio_captions'>,
  origin: string,
): Piece[] {
  return profile.portfolio_urls.flatMap((url, at) => {
    const href = safeHref(url)
    if (!href) return []
    const kind = pieceKind(url, origin)
    const caption = profile.portfolio_captions[at] || null
    const title = caption ?? (kind === 'page' ? hostOf(url) : null)
    return [{ key: url, kind, href, poster: filmPoster(href), caption, title }]
  })
}

/** The name of a piece for screen readers; its place counts from 0. */
export function pieceName(piece: Piece, index: number): string {
  const place = `portfolio piece ${index + 1}`
  return piece.title ? `${place}, ${piece.title}` : place
}
