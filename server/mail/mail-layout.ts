import type { RenderedMail } from '#server/jobs/job-payloads.ts'
import { escapeHtml } from '#server/html/html.ts'
import { neutralLine, neutralText } from './neutral-text.ts'

/** A mail's content. All of it is plain text; the layout escapes it. */
export interface MailContent {
  subject: string
  heading: string
  /** Paragraphs. */
  lines: readonly string[]
  /** The reader's own addresses, where lines mention them: they stay unchanged. */
  addresses?: readonly string[]
  /** Pictures follow the paragraphs. They are made when the mail is sent (`withPictures`). */
  pictures?: boolean
  action?: { label: string; url: string }
  /** Digits to type, shown large. */
  code?: string
  /** Small print above the footer: why this mail was sent, what to do if it was not you. */
  note?: string
  /** Quiet links below the note. */
  links?: readonly { label: string; url: string }[]
}

export interface MailBrand {
  brandName: string
  siteUrl: string
}

// Colours of web/styles/tokens.css as hex: mail clients do not support custom properties.
const ink = {
  board: '#053a41',
  onBoard: '#f6fbfc',
  key: '#f06428',
  canvas: '#ecf2f3',
  surface: '#ffffff',
  line: '#dce3e5',
  text: '#0e2124',
  text2: '#405256',
  brand: '#09444b',
}
const sans = "'Instrument Sans','Helvetica Neue',Helvetica,Arial,sans-serif"
const display = "'Familjen Grotesk','Helvetica Neue',Helvetica,Arial,sans-serif"

/** The placeholder for a picture. Escaped text cannot contain it. */
const PICTURES = '<!-- pictures -->'

/** A mail's HTML with its attached pictures, referenced by their content ids, each above its caption. */
export function withPictures(
  html: string,
  pictures: readonly { cid: string; alt: string; caption: string; width: number }[],
): string {
  const images = pictures.map(
    ({ cid, alt, caption, width }) =>
      `<p style="margin:0 0 16px;font:400 14px/22px ${sans};color:${ink.text2}"><img src="cid:${escapeHtml(cid)}" alt="${escapeHtml(alt)}" width="${width}" style="display:block;max-width:100%;height:auto;margin:0 0 4px;border-radius:8px">${escapeHtml(caption)}</p>`,
  )
  return html.replace(PICTURES, () => images.join(''))
}

/** One layout for every mail: the board with the name, the message, one action, and the plain-text version. */
export function renderMail(brand: MailBrand, given: MailContent): RenderedMail {
  const content = neutralContent(brand, given)
  return {
    subject: content.subject,
    text: textOf(brand, content),
    html: htmlOf(brand, content),
  }
}

/** Names, titles and messages are strangers' words: only our own actions and links are clickable. */
function neutralContent({ brandName }: MailBrand, content: MailContent): MailContent {
  const keep = [brandName, ...(content.addresses ?? [])]
  return {
    ...content,
    // A line break in a subject would start another header.
    subject: neutralLine(content.subject, keep),
    heading: neutralLine(content.heading, keep),
    lines: content.lines.map((line) => neutralText(line, keep)),
  }
}

function textOf(
  brand: MailBrand,
  { heading, lines, action, code, note, links = [] }: MailContent,
): string {
  const blocks = [heading, ...lines]
  if (action !== undefined) blocks.push(`${action.label}:\n${action.url}`)
  if (code !== undefined) blocks.push(`If you are asked for a code, enter ${code}`)
  if (note !== undefined) blocks.push(note)
  for (const { label, url } of links) blocks.push(`${label}:\n${url}`)
  blocks.push(`-- \n${brand.brandName}\n${brand.siteUrl}`)
  return `${blocks.join('\n\n')}\n`
}

function htmlOf(
  brand: MailBrand,
  { subject, heading, lines, pictures = false, action, code, note, links = [] }: MailContent,
): string {
  const body = lines.map(
    (line) =>
      `<p style="margin:0 0 16px;font:400 16px/25px ${sans};color:${ink.text2}">${escapeHtml(line).replaceAll('\n', '<br>')}</p>`,
  )
  if (pictures) body.push(PICTURES)
  if (action !== undefined) body.push(buttonOf(action))
  if (code !== undefined) {
    body.push(
      `<p style="margin:0 0 16px;font:400 14px/22px ${sans};color:${ink.text2}">If you are asked for a code, enter <strong style="font:600 16px/22px ui-monospace,Menlo,Consolas,monospace;letter-spacing:2px;color:${ink.text}">${escapeHtml(code)}</strong></p>`,
    )
  }
  if (note !== undefined) {
    body.push(
      `<p style="margin:8px 0 0;padding:16px 0 0;border-top:1px solid ${ink.line};font:400 13px/20px ${sans};color:${ink.text2}">${escapeHtml(note)}</p>`,
    )
  }
  if (links.length > 0) {
    const anchors = links.map(
      ({ label, url }) =>
        `<a href="${escapeHtml(url)}" style="color:${ink.text2}">${escapeHtml(label)}</a>`,
    )
    body.push(
      `<p style="margin:8px 0 0;font:400 13px/20px ${sans};color:${ink.text2}">${anchors.join(' &middot; ')}</p>`,
    )
  }
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(subject)}</title>
<style>@media (max-width:600px){.sheet{width:100%!important}.pad{padding-left:24px!important;padding-right:24px!important}}</style>
</head>
<body style="margin:0;padding:0;background:${ink.canvas};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(lines[0] ?? heading)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${ink.canvas}"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" class="sheet" width="560" cellpadding="0" cellspacing="0" border="0" style="width:560px;max-width:100%">
<tr><td class="pad" style="background:${ink.board};border-radius:12px 12px 0 0;padding:22px 40px"><a href="${escapeHtml(brand.siteUrl)}" style="text-decoration:none;font:600 22px/28px ${display};letter-spacing:-0.7px;color:${ink.onBoard}">${escapeHtml(brand.brandName)}</a></td></tr>
<tr><td style="background:${ink.key};height:4px;line-height:4px;font-size:0">&nbsp;</td></tr>
<tr><td class="pad" style="background:${ink.surface};border-radius:0 0 12px 12px;padding:36px 40px 32px">
<h1 style="margin:0 0 16px;font:600 26px/30px ${display};letter-spacing:-0.6px;color:${ink.text}">${escapeHtml(heading)}</h1>
${body.join('\n')}
</td></tr>
<tr><td class="pad" align="center" style="padding:20px 40px;font:400 12px/18px ${sans};color:${ink.text2}">${escapeHtml(brand.brandName)} &middot; <a href="${escapeHtml(brand.siteUrl)}" style="color:${ink.text2}">${escapeHtml(brand.siteUrl.replace(/^https?:\/\//, ''))}</a></td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

/**
 * A table cell, because some clients ignore the padding of links. The address is repeated below for clients that break
 * the link.
 */
function buttonOf({ label, url }: { label: string; url: string }): string {
  const href = escapeHtml(url)
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td style="background:${ink.brand};border-radius:8px"><a href="${href}" style="display:inline-block;padding:12px 24px;font:600 16px/22px ${sans};color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>
<p style="margin:0 0 16px;font:400 13px/20px ${sans};color:${ink.text2}">Or open this address: <a href="${href}" style="color:${ink.brand};word-break:break-all">${href}</a></p>`
}
