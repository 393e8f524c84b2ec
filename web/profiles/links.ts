/** The display text of a social link: the handle in it ("@northkitchen"), else its host. */
export function handleOf(link: string): string {
  const url = parsed(link)
  if (!url) return link
  const name = url.pathname
    .split('/')
    .find((part) => part && part !== 'channel' && part !== 'c' && part !== 'user')
  if (!name) return hostOf(link)
  const plain = safeDecoded(name)
  return plain.startsWith('@') ? plain : `@${plain}`
}

/** The host of an address without "www.". */
export function hostOf(link: string): string {
  return parsed(link)?.hostname.replace(/^www\./, '') ?? link
}

/**
 * How a portfolio piece is shown, by its extension: a picture or a film on this site (`origin`); everything else,
 * including anything hosted elsewhere, is a page to visit.
 */
export function pieceKind(link: string, origin: string): 'image' | 'video' | 'page' {
  if (!isOurs(link, origin)) return 'page'
  const path = link.replace(/[?#].*$/, '')
  if (/\.(jpe?g|png|webp|gif|avif|svg)$/i.test(path)) return 'image'
  return /\.(mp4|webm|mov)$/i.test(path) ? 'video' : 'page'
}

/** Whether a picture or film is on this very site: our pages load nothing from other sites. */
function isOurs(link: string, origin: string): boolean {
  return /^\/(?![/\\])/.test(link) || parsed(link)?.origin === origin
}

/** Returns a film's address that shows one of its frames before it plays. */
export const firstFrame = (href: string): string => `${href}#t=0.1`

/** A stored link, safe as an `href`: only http(s) or a path of our own. */
export function safeHref(link: string): string | undefined {
  if (/^\/(?![/\\])/.test(link)) return link
  const url = parsed(link)
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

function parsed(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

function safeDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
