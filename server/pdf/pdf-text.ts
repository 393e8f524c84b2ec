import type { EmbeddedFont } from '@libpdf/core'

/** Replaces a letter that the font lacks, so that a reader sees that there is one. */
export const SUBSTITUTE = '\u{FFFD}'

/** A font, with the letters found missing in it so far. */
export interface PdfFont {
  font: EmbeddedFont
  lacks: Set<string>
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Letters as people count them: a base letter with its accents is one. */
const lettersOf = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment)

/**
 * Characters that no one sees and no font draws: controls, joiners, direction marks, and selectors of an emoji's form.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\u{FE00}-\u{FE0F}]/gu

/**
 * Returns a text as the font can draw it: composed, on one line, without invisible characters. Every letter stays, or
 * has its visible substitute.
 */
export function drawable(text: string, { font, lacks }: PdfFont): string {
  const line = text.normalize('NFC').replaceAll(/\s+/gu, ' ')
  const bare = line.replaceAll(UNSEEN, '')
  if (font.canEncode(bare)) return bare
  // Split into letters before anything is left out: an emoji of several people is one.
  return lettersOf(line)
    .map((letter) => {
      const seen = letter.replaceAll(UNSEEN, '')
      if (font.canEncode(seen)) return seen
      lacks.add(letter)
      return SUBSTITUTE
    })
    .join('')
}

/** Breaks a text into lines of at most `width` points: between words, and inside a word that is longer than a line. */
export function linesOf(text: string, of: PdfFont, size: number, width: number): string[] {
  const widthOf = (part: string) => of.font.getTextWidth(part, size)
  const space = widthOf(' ')
  return text.split(/\r\n|[\n\r\u{2028}\u{2029}]/u).flatMap((paragraph) => {
    const lines: string[] = []
    let line: string[] = []
    // Letters are placed beside each other without kerning, so widths add up.
    let used = 0
    for (const word of drawable(paragraph, of).split(' ')) {
      for (const piece of piecesOf(word, (part) => widthOf(part) <= width)) {
        const wide = widthOf(piece)
        if (line.length > 0 && used + space + wide > width) {
          lines.push(line.join(' '))
          line = []
          used = 0
        }
        used += line.length === 0 ? wide : space + wide
        line.push(piece)
      }
    }
    return [...lines, line.join(' ')]
  })
}

/** A word; a long one in pieces that each fill a line, except the last. Each piece has at least one letter. */
function piecesOf(word: string, fits: (part: string) => boolean): string[] {
  if (fits(word)) return [word]
  const pieces: string[] = []
  let piece = ''
  for (const letter of lettersOf(word)) {
    if (piece === '' || fits(piece + letter)) piece += letter
    else {
      pieces.push(piece)
      piece = letter
    }
  }
  return [...pieces, piece]
}
