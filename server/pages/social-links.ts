import { SOCIAL_LINKS_META, SOCIAL_MARKS, type SocialLinks } from '#contract/pages.ts'
import { PLATFORMS } from '#contract/profiles.ts'
import { escapeHtml } from '#server/html/html.ts'

/**
 * Inserts the configured social links into a built page: into the footer, where a platform without an address loses its
 * link, and into the meta tag from which the app reads them.
 */
export function withSocialLinks(html: string, links: SocialLinks): string {
  const meta = `<meta name="${SOCIAL_LINKS_META}" content="${escapeHtml(JSON.stringify(links))}"`
  let filled = html.replace(`<meta name="${SOCIAL_LINKS_META}" content=""`, () => meta)
  for (const platform of PLATFORMS) {
    const address = links[platform]
    const mark = `href="${SOCIAL_MARKS[platform]}"`
    filled =
      address === undefined
        ? filled.replaceAll(new RegExp(`<a [^>]*${mark}[^>]*>.*?</a>`, 'gs'), '')
        : filled.replaceAll(mark, () => `href="${escapeHtml(address)}"`)
  }
  return filled
}
