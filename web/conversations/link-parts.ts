/** A piece of a message: text, or a link. */
export interface LinkPart {
  text: string
  /** Absolute http(s) address; null for text. */
  href: string | null
  /** The actual destination, if the text spells its host differently: with letters that only look like others. */
  host?: string
}

/**
 * Only candidates: each is then parsed as a browser would parse it. Invisible characters, and those that change the
 * direction of the text, end an address: they could make it look like another one.
 */
const CANDIDATE =
  /\bhttps?:\/\/[^\s<>"'`\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/giu
/** The host as written: up to a port, a path, a query or a fragment. */
const WRITTEN_HOST = /^https?:\/\/([^/\\?#:]*)/i
/** Punctuation that follows an address in a sentence. */
const TRAILING = /[.,;:!?…»”’)\]}]+$/

/**
 * Splits a message into text and links. Only absolute http(s) addresses without credentials are links. Joined, the
 * pieces equal the message.
 */
export function linkParts(content: string): LinkPart[] {
  const parts: LinkPart[] = []
  let at = 0
  for (const found of content.matchAll(CANDIDATE)) {
    const text = withoutTrailing(found[0])
    const address = safeAddress(text)
    if (address === null) continue
    const { href, hostname } = address
    const isSpelled = WRITTEN_HOST.exec(text)?.[1]?.toLowerCase() === hostname
    if (found.index > at) parts.push({ text: content.slice(at, found.index), href: null })
    parts.push({ text, href, ...(isSpelled ? {} : { host: hostname }) })
    at = found.index + text.length
  }
  if (at < content.length) parts.push({ text: content.slice(at), href: null })
  return parts
}

/** Keeps a closing bracket whose opening bracket is part of the address. */
function withoutTrailing(text: string): string {
  const trailing = TRAILING.exec(text)?.[0] ?? ''
  const kept = text.slice(0, text.length - trailing.length)
  return trailing.startsWith(')') && kept.split('(').length > kept.split(')').length
    ? `${kept})`
    : kept
}

function safeAddress(text: string): URL | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:'
  return isWeb && url.username === '' && url.password === '' ? url : null
}
