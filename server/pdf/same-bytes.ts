import { createHash } from 'node:crypto'
import { Buffer } from 'node:buffer'

/**
 * Replaces what the library chooses at random with values derived from the document: the tags of its fonts and the
 * file's id. Lengths stay, because the file's own cross-reference table counts bytes. Throws when something is not
 * where it should be.
 */
export function withoutChance(bytes: Uint8Array, tags: readonly string[]): Buffer {
  // Latin-1 maps every byte to a character and back.
  let text = Buffer.from(bytes).toString('latin1')
  for (const [at, tag] of tags.entries()) text = text.replaceAll(`/${tag}+`, `/${fontTag(at)}+`)
  const id = createHash('sha256').update(text.replace(FILE_ID, ''), 'latin1').digest('hex')
  const half = id.slice(0, 32).toUpperCase()
  if (!FILE_ID.test(text)) throw new Error('the file has no id')
  return Buffer.from(text.replace(FILE_ID, `/ID [<${half}> <${half}>]`), 'latin1')
}

/** The last one in the file: the trailer's. */
const FILE_ID = /\/ID \[<[0-9A-F]{32}> <[0-9A-F]{32}>\](?![^]*\/ID \[<)/

/** Six capitals, as the format requires: FONTAA, FONTAB. */
const fontTag = (at: number): string => `FONTA${String.fromCharCode(65 + at)}`
