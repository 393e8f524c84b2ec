const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi
const BARE = /https?:\/\/[^\s<>"'()[\]]+/g

/** A mail's http(s) addresses, first the links in the HTML, then those in the text. */
export function linksIn(html: string, text: string): string[] {
  const hrefs = [...html.matchAll(HREF)].map((match) => unescapeHtml(match[1] ?? match[2] ?? ''))
  // A sentence may end right after an address.
  const bare = [...text.matchAll(BARE)].map((match) => match[0].replace(/[.,;:!?]+$/, ''))
  return [...new Set([...hrefs, ...bare].filter((link) => /^https?:\/\//.test(link)))]
}

function unescapeHtml(value: string): string {
  return value
    .replaceAll(/&#x([0-9a-f]+);/gi, (_, hex: string) => String.fromCodePoint(parseInt(hex, 16)))
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim()
}
