/**
 * Invisible characters, or ones that change the direction of text: a disguise. Joiners that emoji and Persian need are
 * allowed.
 */
const HIDDEN = /[^\P{C}\n\u200c\u200d]/gu

/** A dot (in any script that host names use) between two word characters: mail clients turn such text into links. */
const LINKING_DOT =
  /(?<=[\p{L}\p{N}][\u200c\u200d]*)[.\u3002\uff0e\uff61](?=[\u200c\u200d]*\p{L})/gu

/**
 * Strangers' words as they may appear in our mails: readable, but without anything a mail client would turn into a
 * link. Otherwise we would vouch for a name like "Win at evil.example". "https://evil.example" becomes "https: //evil.
 * example". `keep`: our own texts, which stay unchanged.
 */
export function neutralText(text: string, keep: readonly string[] = []): string {
  const [kept, ...others] = keep
  if (kept === undefined) return neutral(text)
  if (kept === '') return neutralText(text, others)
  return text
    .split(kept)
    .map((part) => neutralText(part, others))
    .join(kept)
}

/** The same on one line, for subjects and headings. */
export const neutralLine = (text: string, keep?: readonly string[]): string =>
  neutralText(text.replaceAll(/\s+/g, ' '), keep).trim()

const neutral = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(HIDDEN, '')
    .replaceAll('://', ': //')
    .replaceAll(LINKING_DOT, '. ')
