/**
 * A document as data: what it says, not where it stands. Plain JSON, because it travels to the process that draws it. Texts may
 * hold any letters; what the fonts lack is drawn as a visible substitute.
 */
export interface PdfDocument {
  title: string
  /** Who issues it, at the top left and in the file's own data. */
  issuer: string
  /** At the top right: what the document is, and its number. */
  kind: string
  /** The day it is from, as ISO 8601. It is the file's date too: a document has no other clock. */
  date: string
  /** At the foot of every page, beside the page's number. */
  footer: string
  blocks: readonly PdfBlock[]
  /** Files inside the file, such as the signed data that it shows. */
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
  /** A QR code with its words beside it. */
  | { kind: 'qr'; link: string; text: string }

/** A table. Its head is repeated on each page; cells wrap; `totals` are strong, under a line. */
export interface PdfTable {
  kind: 'table'
  columns: readonly PdfColumn[]
  rows: readonly (readonly string[])[]
  totals?: readonly (readonly string[])[]
}

/** `width` is its part of the page's width, in relation to the others. Amounts stand at the end. */
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

/** A key and its certificates, all as DER in Base64, and what the signature says. */
export interface PdfSignature {
  /** The signer's own first, then those that vouch for it. */
  certificates: readonly [string, ...string[]]
  /** PKCS #8, RSA: another kind would sign with other bytes each time. */
  key: string
  reason: string
}
