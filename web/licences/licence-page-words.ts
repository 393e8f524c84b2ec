import { LICENCE_STATUS_WORDS as status } from '#contract/licence-words.ts'
import type { ShownLicenceStatus } from '#contract/licence-term.ts'
import type { BadgeTone } from '#web/ui/status-badges.ts'
import type { GlyphName } from '#web/ui/glyphs.tsx'

/** The words of a licence's check page, for people who may never have heard of us. */
export const licencePageWords = {
  page: (code: string) => `Licence ${code}`,
  between: (creator: string, seller: string) => `${creator} to ${seller}`,
  sentence: 'What it allows',
  creator: 'Creator',
  seller: 'Brand',
  granted: 'Valid since',
  voided: 'Ended',
  noEnd: 'No end date',
  term: 'Term',
  validUntil: 'Valid until',
  files: 'Licensed files',
  noFiles: 'No file was delivered with this deal.',
  hash: (start: string) => `SHA-256 ${start}…`,
  checkTitle: 'Is it this file?',
  checkLabel: 'A file to check',
  checkHint: 'Your browser compares it here. Nothing is uploaded.',
  checking: 'Comparing…',
  isLicensed: (name: string) => `Yes. This is “${name}”, one of the licensed files.`,
  isDocument: 'Yes. This is the certificate of this licence, unchanged.',
  isOther: 'No. This is not one of the licensed files, or it was changed.',
  unreadable: 'The file could not be read. Choose it again.',
  proof: 'Proof',
  document: 'Certificate (PDF)',
  certificate: 'Signed certificate (JSON)',
  keys: 'Public keys',
  certificates: 'Signing certificates (PDF)',
  pending: 'The certificate is being signed. Reload in a moment.',
  missing: 'No Such Licence',
  missingHint:
    'No licence has this code. Check it against the certificate: CW, then eight characters.',
  failed: 'The licence could not be loaded',
} as const

/** The appearance of the state. */
export const LICENCE_BADGES: Readonly<
  Record<ShownLicenceStatus, { word: string; tone: BadgeTone; glyph: GlyphName }>
> = {
  granted: { word: status.granted, tone: 'green', glyph: 'check' },
  expired: { word: status.expired, tone: 'gray', glyph: 'clock' },
  void: { word: status.void, tone: 'red', glyph: 'cross' },
}
