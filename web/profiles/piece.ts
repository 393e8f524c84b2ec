import type { PublicProfile } from '#contract/profile-schemas.ts'
import { filmPoster } from '#contract/picture-address.ts'
import { hostOf, pieceKind, safeHref } from './links.ts'

/**
 * One piece of a portfolio, wherever it comes from: all that its tile and the viewer need to know. A picture or a film
 * opens large; a page of another site is a link.
 */
export interface Piece {
  /** Unique within its portfolio. */
  key: string
  kind: 'image' | 'video' | 'page'
  /** Where it is; safe as an `href`. */
  href: string
  /** A film's still; where this server makes none, the address answers 404 and the first frame is shown. */
  poster: string | null
  /** The creator's words about it. */
  caption: string | null
  /** What it is called: by its caption, a page without one by its host; null for what has no name. */
  title: string | null
}

/** A piece that opens in the viewer. */
export type ShownPiece = Piece & { kind: 'image' | 'video' }

/** Whether a piece is shown here, and not by another site. */
export const isShown = (piece: Piece): piece is ShownPiece => piece.kind !== 'page'

/** The pieces of a profile, without those that no page may link to. `origin` is this site's. */
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

/** What a piece is called when it is read out; its place counts from 0. */
export function pieceName(piece: Piece, index: number): string {
  const place = `portfolio piece ${index + 1}`
  return piece.title ? `${place}, ${piece.title}` : place
}
