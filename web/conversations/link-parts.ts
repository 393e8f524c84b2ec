/** A piece of a message: text, or a link. */
export interface LinkPart {
  text: string
  /** Absolute http(s) address; null for text. */
  href: string | null
}

/** Only candidates: each is then parsed as a browser would. */
const CANDIDATE = /\bhttps?:\/\/[^\s<>"'`]+/gi
/** Punctuation that follows an address in a sentence. */
const TRAILING = /[.,;:!?…»”’)\]}]+$/

/**
 * Splits a message into text and links. Only absolute http(s) addresses without credentials are links. Joined, the
 * pieces are the message.
 */
export function linkParts(content: string): LinkPart[] {
  const parts: LinkPart[] = []
  let at = 0
  for (const found of content.matchAll(CANDIDATE)) {
    const text = withoutTrailing(found[0])
    const href = safeAddress(text)
    if (href === null) continue
    if (found.index > at) parts.push({ text: content.slice(at, found.index), href: null })
    parts.push({ text, href })
    at = found.index + text.length
  }
  if (at < content.length) parts.push({ text: content.slice(at), href: null })
  return parts
}

/** Keeps a closing bracket whose opening one is part of the address. */
function withoutTrailing(text: string): string {
  const trailing = TRAILING.exec(text)?.[0] ?? ''
  const kept = text.slice(0, text.length - trailing.length)
  return trailing.startsWith(')') && kept.split('(').length > kept.split(')').length
    ? `${kept})`
    : kept
}

function safeAddress(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, username, password, href } = new URL(text)
  const isWeb = protocol === 'http:' || protocol === 'https:'
  return isWeb && username === '' && password === '' ? href : null
}
