/** What is not seen, or turns the direction of what is: a disguise. The joiners that emoji and Persian need are none. */
const HIDDEN = /[^\P{C}\n\u200c\u200d]/gu

/** A dot (in any writing that host names are read in) between a sign and a letter: what mail clients make links of. */
const LINKING_DOT =
  /(?<=[\p{L}\p{N}][\u200c\u200d]*)[.\u3002\uff0e\uff61](?=[\u200c\u200d]*\p{L})/gu

/**
 * Words of strangers as they may stand in a mail of ours: readable, and nothing a mail client would make a link of. A
 * name like "Win at evil.example" is signed by us otherwise. "https://evil.example" becomes "https: //evil. example".
 * `keep`: texts of ours that stay as they are.
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

/** The same on one line: subjects and headings. */
export const neutralLine = (text: string, keep?: readonly string[]): string =>
  neutralText(text.replaceAll(/\s+/g, ' '), keep).trim()

const neutral = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(HIDDEN, '')
    .replaceAll('://', ': //')
    .replaceAll(LINKING_DOT, '. ')
