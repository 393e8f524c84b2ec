import { DEFAULT_PREVIEW, ORIGIN_MARK, SITE_DESCRIPTION } from '#contract/pages.ts'
import { escapeHtml } from '#server/html/html.ts'
import type { PreviewPicture } from './preview-picture.ts'

/** What a page tells search engines and link previews. */
export interface PageHead {
  title: string
  description?: string
  /** The page's canonical path; null for a page that must not be indexed (behind the sign-in, unknown). */
  path: string | null
  /** Absent: the brand's card. */
  picture?: PreviewPicture | null
  kind?: 'website' | 'profile'
}

/**
 * Returns the tags of `<head>`, with every value escaped. Addresses start with ORIGIN_MARK until the server knows its
 * own. A page that must not be indexed has the brand's card and no address: a link to it must not reveal what requires
 * sign-in.
 */
export function headTags(head: PageHead, siteName: string): string {
  const { title, description, path, picture, kind = 'website' } = head
  const tags = [`<title>${escapeHtml(title)}</title>`]
  const meta = (name: string, content: string) =>
    tags.push(`<meta ${name} content="${escapeHtml(content)}" />`)
  if (description) meta('name="description"', description)
  if (path === null) meta('name="robots"', 'noindex')
  else {
    tags.push(`<link rel="canonical" href="${escapeHtml(absolute(path))}" />`)
    meta('property="og:url"', absolute(path))
  }
  meta('property="og:site_name"', siteName)
  meta('property="og:type"', kind)
  meta('property="og:title"', title)
  meta('property="og:description"', description ?? SITE_DESCRIPTION)
  const shown = path === null ? null : picture
  meta('property="og:image"', absolute(shown?.url ?? DEFAULT_PREVIEW.path))
  meta('property="og:image:alt"', shown?.alt ?? DEFAULT_PREVIEW.alt)
  if (!shown) {
    // Lets a preview reserve the space before the picture has loaded.
    meta('property="og:image:width"', String(DEFAULT_PREVIEW.width))
    meta('property="og:image:height"', String(DEFAULT_PREVIEW.height))
  }
  const isLarge = !shown || shown.fillsCard
  meta('name="twitter:card"', isLarge ? 'summary_large_image' : 'summary')
  return tags.join('\n    ')
}

/** JSON escaped for a script element: nothing in it can end the element. */
export function jsonForHtml(value: unknown): string {
  return escapedJson(JSON.stringify(value))
}

/** The same for JSON that is already serialized. */
export const escapedJson = (json: string): string => json.replaceAll('<', '\\u003c')

const absolute = (path: string) => (path.startsWith('/') ? `${ORIGIN_MARK}${path}` : path)
