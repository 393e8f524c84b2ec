import {
  AI_PARTS_SOURCE,
  AI_PARTS_TITLE,
  aiPartsText,
  UNDECLARED,
} from '#contract/ai-part-words.ts'
import { formatSize } from './file-size.ts'
import { monthsText } from '#contract/licence-sentence.ts'
import { paths } from '#contract/paths.ts'
import { LICENCE_KEYS_PATH, SIGNING_CERTIFICATES_PATH } from '#contract/licences.ts'
import type { LicenceRow } from '#server/licences/record/licence-store.ts'
import type { PdfDocument } from '#server/pdf/pdf-document.ts'

/** Who issues the certificate, and where it is checked. */
interface Issuer {
  brandName: string
  /** Without a trailing slash. */
  publicUrl: string
}

/**
 * The certificate of a licence as a document. It says what its signed form says, which is embedded in it. It contains
 * only the time of the grant and the facts, so the same licence gives the same bytes. Whether the licence is still
 * valid is looked up by its code.
 */
export function licenceDocument(
  licence: LicenceRow & { certificate: string },
  { brandName, publicUrl }: Issuer,
): PdfDocument {
  const address = `${publicUrl}${paths.licence(licence.code)}`
  const bare = address.replace(/^https?:\/\//, '')
  return {
    title: `Licence ${licence.code}`,
    issuer: brandName,
    kind: 'Licence certificate',
    date: licence.granted_at,
    footer: bare,
    blocks: [
      {
        kind: 'title',
        text: `Licence ${licence.code}`,
        below: `${licence.creator_name} to ${licence.seller_name}`,
      },
      { kind: 'heading', text: 'What it allows' },
      { kind: 'text', text: licence.sentence },
      {
        kind: 'facts',
        rows: [
          ['Creator', licence.creator_name],
          ['Brand', licence.seller_name],
          ['Valid since', dayOf(licence.granted_at)],
          ['Valid until', licence.ends_on === null ? 'No end date' : dayOf(licence.ends_on)],
          ...extendedBy(licence),
        ],
      },
      { kind: 'heading', text: 'Licensed files' },
      ...filesOf(licence),
      { kind: 'heading', text: 'Check it' },
      {
        kind: 'qr',
        link: address,
        text: `${bare}\n\nThis page says whether the licence still counts, and whether a file is one of the licensed ones. It needs no account.`,
      },
      {
        kind: 'text',
        tone: 'muted',
        text: `The signed form of these facts is attached to this document. It is a compact JWS (EdDSA); its key is at ${publicUrl}${LICENCE_KEYS_PATH}. Terms: SHA-256 ${licence.terms_hash}.`,
      },
      {
        kind: 'text',
        tone: 'muted',
        text: `This file is signed too, and a PDF reader shows whether it was changed. Readers warn about an issuer they do not know; its certificate is at ${publicUrl}${SIGNING_CERTIFICATES_PATH}.`,
      },
    ],
    attachments: [
      {
        name: `${licence.code}.jws`,
        type: 'application/jose',
        description: 'The signed certificate',
        text: licence.certificate,
      },
    ],
  }
}

/** What was added to the terms after the grant. */
const extendedBy = ({ extended_months: months }: LicenceRow): [string, string][] =>
  months === 0 ? [] : [['Extended by', monthsText(months)]]

function filesOf({
  files,
  granted_at: at,
  creator_name: creator,
}: LicenceRow): PdfDocument['blocks'] {
  if (files.length === 0) return [{ kind: 'text', text: 'No file was delivered with this deal.' }]
  const declares = files.some(({ ai_parts }) => ai_parts !== null)
  const unchanged = `Delivered by ${creator}, licensed since ${dayOf(at)}. A file with the same SHA-256 is unchanged since.`
  return [
    {
      kind: 'table',
      columns: [
        { title: 'File', width: 4 },
        { title: 'Size', width: 1, align: 'end' },
        ...(declares ? [{ title: AI_PARTS_TITLE, width: 2 }] : []),
        { title: 'SHA-256', width: 5 },
      ],
      rows: files.map(({ name, size, sha256, ai_parts }) => [
        name,
        formatSize(size),
        ...(declares ? [ai_parts === null ? UNDECLARED : aiPartsText(ai_parts)] : []),
        sha256,
      ]),
    },
    {
      kind: 'text',
      tone: 'muted',
      text: declares ? `${unchanged} ${AI_PARTS_SOURCE}` : unchanged,
    },
  ]
}

/** "Nov 25, 2026" in UTC: a document is read all over the world. */
const DAY = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})
const dayOf = (date: string): string => DAY.format(new Date(date))
