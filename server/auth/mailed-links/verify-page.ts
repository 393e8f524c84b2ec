import { paths } from '#contract/paths.ts'
import { randomBytes } from 'node:crypto'
import { PLAIN_PAGE_STYLE } from '#server/html/plain-page.ts'
import { escapeHtml, markSvg } from '#server/html/html.ts'
import type { TokenRow } from '#server/auth/records/one-time-tokens.ts'
import { isWebAddress } from '#server/config/redirect-list.ts'

/** A page with the headers it must be sent with. */
export interface HtmlPage {
  html: string
  headers: Record<string, string>
}

export interface VerifyPageInput {
  brandName: string
  siteUrl: string
  token: string
  type: string
  /** Already allowed. */
  redirectTo: string
  found: Pick<TokenRow, 'kind' | 'email' | 'code_challenge'>
}

const WORDS = {
  signup: { title: 'Confirm your email', button: 'Confirm your email' },
  recovery: { title: 'Reset your password', button: 'Choose a new password' },
  email_change: { title: 'Confirm your new email', button: 'Confirm the change' },
  magiclink: { title: 'Sign in', button: 'Sign in' },
  invite: { title: 'Accept your invitation', button: 'Accept the invitation' },
} as const

function wordsFor(kind: TokenRow['kind']) {
  if (kind === 'email_change_new' || kind === 'email_change_current') return WORDS.email_change
  return kind === 'reauthentication' ? WORDS.magiclink : WORDS[kind]
}

/**
 * Runs in the page. The browser that made the request still holds its PKCE verifier, and continues automatically. In
 * any other browser the person presses the button, and a sign-up ends on a page that needs no auth code. Scanners hold
 * no verifier and press no button.
 */
const SCRIPT = `(async () => {
  const form = document.querySelector('form')
  const challenge = form.dataset.challenge
  if (!challenge) return
  const digest = async (text) => {
    const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
    return btoa(String.fromCharCode(...bytes)).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '')
  }
  const mine = async () => {
    for (const key of Object.keys(localStorage)) {
      if (!key.endsWith('-code-verifier') || key.endsWith('-flows-code-verifier')) continue
      try {
        const verifier = String(JSON.parse(localStorage.getItem(key))).split('/')[0]
        if ((await digest(verifier)) === challenge) return true
      } catch {}
    }
    return false
  }
  const known = await mine().catch(() => false)
  if (known) return form.submit()
  if (form.dataset.kind === 'recovery') {
    document.querySelector('[data-elsewhere]').hidden = false
    form.hidden = true
    return
  }
  form.elements.namedItem('elsewhere').value = '1'
})()`

/** The page behind a mail's link: it says whose address this is about and asks before it consumes the link. */
export function verifyPage(input: VerifyPageInput): HtmlPage {
  const { brandName, siteUrl, token, type, redirectTo, found } = input
  const words = wordsFor(found.kind)
  const nonce = randomBytes(16).toString('base64')
  const brand = escapeHtml(brandName)
  const hidden = Object.entries({ token, type, redirect_to: redirectTo, elsewhere: '' })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${words.title} · ${brand}</title><style nonce="${nonce}">${PLAIN_PAGE_STYLE}</style></head>
<body><main><header>${markSvg('#f6fbfc', '#f06428', 30)}<span>${brand}</span></header><section>
<h1>${words.title}</h1>
<form method="post" action="verify" data-kind="${found.kind}" data-challenge="${escapeHtml(sameOrigin(redirectTo, siteUrl) ? (found.code_challenge ?? '') : '')}">
<p>This is about <strong>${escapeHtml(found.email)}</strong> at ${brand}. If you did not ask for it, close this page: nothing happens.</p>
${hidden}<button type="submit">${words.button}</button></form>
<p data-elsewhere hidden>Please open this link in the browser where you asked for it, or <a href="${escapeHtml(siteUrl + paths.auth)}">ask for a new one here</a>. It has not been used up.</p>
</section></main><script nonce="${nonce}">${SCRIPT}</script></body></html>
`
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    // Browsers also apply this to the target of the form response's redirect.
    `form-action 'self' ${new URL(siteUrl).origin} ${sourceOf(redirectTo)}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]
  return {
    html,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      // This page's address contains the token.
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex',
    },
  }
}

/** An address in the form a CSP uses: an app's by its scheme alone. */
function sourceOf(address: string): string {
  const url = new URL(address)
  return isWebAddress(url) ? url.origin : url.protocol
}

/** Only on our own origin can the page tell whether this browser made the request. */
function sameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin
}
