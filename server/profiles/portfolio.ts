import type { ProfileChanges } from '#contract/profile-schemas.ts'
import type { ProfileRow } from './profile-store.ts'

/** The pieces of a portfolio with their captions, in the same order. */
export type Portfolio = Pick<ProfileRow, 'portfolio_urls' | 'portfolio_captions'>

/** The path under which public files are served, in an address without its host. */
const PUBLIC = '/storage/public/'

/** Returns the part of an address that names the piece: what follows '#' is for the screens, and may differ. */
export const nameOf = (url: string): string => url.replace(/#.*$/, '')

/**
 * Returns the portfolio after a change: each piece once (SPEC §3), at its first place. Pieces that stay keep their
 * captions unless captions were sent too. Null when there are more captions than pieces.
 */
export function portfolioOf(before: Portfolio, changes: ProfileChanges): Portfolio | null {
  const urls = changes.portfolio_urls ?? before.portfolio_urls
  const sent = changes.portfolio_captions
  if (sent !== undefined && sent.length > urls.length) return null
  const kept = new Map(
    before.portfolio_urls.map((url, at) => [nameOf(url), before.portfolio_captions[at] ?? '']),
  )
  const pieces = new Map<string, { url: string; caption: string }>()
  urls.forEach((url, at) => {
    const name = nameOf(url)
    const caption = sent === undefined ? (kept.get(name) ?? '') : (sent[at] ?? '')
    if (!pieces.has(name)) pieces.set(name, { url, caption })
  })
  const all = [...pieces.values()]
  return {
    portfolio_urls: all.map(({ url }) => url),
    portfolio_captions: all.map(({ caption }) => caption),
  }
}

/**
 * Returns the addresses of stored files that a change adds, without their host: they must belong to the owner. A full
 * address of this very site counts too. Otherwise another person's picture could be shown by naming its full address.
 */
export function newUploads(before: Portfolio, after: Portfolio, publicUrl: string): string[] {
  const known = new Set(before.portfolio_urls.map(nameOf))
  return after.portfolio_urls
    .filter((url) => !known.has(nameOf(url)))
    .flatMap((url) => storedPath(url, publicUrl) ?? [])
}

function storedPath(url: string, publicUrl: string): string | null {
  if (url.startsWith(PUBLIC)) return url
  if (!URL.canParse(url)) return null
  const { host, pathname } = new URL(url)
  return host === new URL(publicUrl).host && pathname.startsWith(PUBLIC) ? pathname : null
}
