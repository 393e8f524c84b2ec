import { randomBytes } from 'node:crypto'
import { escapeHtml, markSvg } from './html.ts'

/** The style of the few pages the server renders itself, in both themes. */
export const PLAIN_PAGE_STYLE = `:root{color-scheme:light dark;--canvas:light-dark(#ecf2f3,#0d1517);--surface:light-dark(#fff,#152123);--text:light-dark(#0e2124,#e9f2f3);--text-2:light-dark(#405256,#a9bcbf);--action:light-dark(#09444b,#b9dde1);--on-action:light-dark(#fff,#06262b)}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 16px;background:var(--canvas);color:var(--text);font:400 16px/1.5 "Instrument Sans Variable","Helvetica Neue",Arial,sans-serif}
main{width:100%;max-width:440px}header{background:#053a41;color:#f6fbfc;border-radius:20px 20px 4px 4px;padding:20px 32px;display:flex;align-items:center;gap:9px;margin-bottom:4px;font:600 22px/1.2 "Familjen Grotesk Variable","Helvetica Neue",Arial,sans-serif;letter-spacing:-.035em}
section{background:var(--surface);border-radius:4px 4px 20px 20px;padding:32px}h1{margin:0 0 12px;font:600 26px/30px "Familjen Grotesk Variable","Helvetica Neue",Arial,sans-serif;letter-spacing:-.025em}
p{margin:0 0 20px;color:var(--text-2);overflow-wrap:anywhere}button{appearance:none;border:0;border-radius:8px;background:var(--action);color:var(--on-action);font:inherit;font-weight:600;min-height:44px;padding:0 20px;width:100%;cursor:pointer}button:focus-visible,a:focus-visible{outline:2px solid #0d74a4;outline-offset:2px}a{color:inherit}`

/** A page with the headers it must be sent with. */
export interface PlainPage {
  html: string
  headers: Record<string, string>
}

/**
 * Returns a page without scripts: a heading and our own HTML body. Anything from outside must be escaped in it. Its
 * address may contain a token, so it sends no referrer and is not cached.
 */
export function plainPage(page: { brandName: string; title: string; body: string }): PlainPage {
  const nonce = randomBytes(16).toString('base64')
  const brand = escapeHtml(page.brandName)
  const title = escapeHtml(page.title)
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title} · ${brand}</title><style nonce="${nonce}">${PLAIN_PAGE_STYLE}</style></head>
<body><main><header>${markSvg('#f6fbfc', '#f06428', 30)}<span>${brand}</span></header><section>
<h1>${title}</h1>
${page.body}
</section></main></body></html>
`
  return {
    html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex',
    },
  }
}
