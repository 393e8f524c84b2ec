/**
 * A document as data: its content, not its layout. Plain JSON, because it is sent to the process that draws it. Texts
 * may contain any letters; those that the fonts lack are drawn as a visible substitute.
 */
export interface PdfDocument {
  title: string
  /** The issuer, shown at the top left and in the file's metadata. */
  issuer: string
  /** At the top right: what the document is, and its number. */
  kind: string
  /** The date of the document, as ISO 8601. It is also the file's date: a document has no other clock. */
  date: string
  /** Shown at the foot of every page, beside the page number. */
  footer: string
  blocks: readonly PdfBlock[]
  /** Files embedded in the file, such as the signed data that it shows. */
  attachments?: readonly PdfAttachment[]
  /** Signs the finished bytes with an operator's certificate. */
  signature?: PdfSignature
}

export type PdfBlock =
  | { kind: 'title'; text: string; below?: string }
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string; tone?: 'plain' | 'strong' | 'muted' }
  /** Terms and values, one below the other. */
  | { kind: 'facts'; rows: readonly (readonly [term: string, value: string])[] }
  | PdfTable
  /** A QR code with its text beside it. */
  | { kind: 'qr'; link: string; text: string }

/** A table. Its head is repeated on each page; cells wrap; `totals` are bold, under a line. */
export interface PdfTable {
  kind: 'table'
  columns: readonly PdfColumn[]
  rows: readonly (readonly string[])[]
  totals?: readonly (readonly string[])[]
}

/** `width` is the column's share of the page's width, relative to the others. Amounts are aligned to the end. */
export interface PdfColumn {
  title: string
  width: number
  align?: 'start' | 'end'
}

export interface PdfAttachment {
  name: string
  /** As "application/json". */
  type: string
  description: string
  text: string
}

/** A key and its certificates, all as DER in Base64, and the text of the signature. */
export interface PdfSignature {
  /** The signer's own certificate first, then those that vouch for it. */
  certificates: readonly [string, ...string[]]
  /** PKCS #8, RSA: another kind of key would sign with different bytes each time. */
  key: string
  reason: string
}
