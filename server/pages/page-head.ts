import { ORIGIN_MARK, PREVIEW_PICTURE } from '#contract/pages.ts'
import { escapeHtml } from '#server/html/html.ts'

/** What a page tells search engines and link previews. */
export interface PageHead {
  title: string
  description?: string
  /** The page's canonical path; null for a page that is not to be indexed (behind the sign-in, unknown). */
  path: string | null
  /** A path or an address; the brand's picture when there is none. */
  picture?: string | null
  kind?: 'website' | 'profile'
}

/** The tags of `<head>`, every value escaped. Addresses start with ORIGIN_MARK until the server knows its own. */
export function headTags(head: PageHead, siteName: string): string {
  const { title, description, path, picture, kind = 'website' } = head
  const tags = [`<title>${escapeHtml(title)}</title>`]
  const meta = (name: string, content: string) =>
    tags.push(`<meta ${name} content="${escapeHtml(content)}" />`)
  if (description) meta('name="description"', description)
  if (path === null) {
    meta('name="robots"', 'noindex')
    return tags.join('\n    ')
  }
  const address = absolute(path)
  tags.push(`<link rel="canonical" href="${escapeHtml(address)}" />`)
  meta('property="og:site_name"', siteName)
  meta('property="og:type"', kind)
  meta('property="og:title"', title)
  if (description) meta('property="og:description"', description)
  meta('property="og:url"', address)
  meta('property="og:image"', absolute(picture ?? PREVIEW_PICTURE))
  // The large card only for a wide picture; a portrait stands beside the words.
  meta('name="twitter:card"', picture ? 'summary' : 'summary_large_image')
  return tags.join('\n    ')
}

/** JSON escaped for a script element: nothing in it can end the element. */
export function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

const absolute = (path: string) => (path.startsWith('/') ? `${ORIGIN_MARK}${path}` : path)
