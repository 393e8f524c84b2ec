import { createHash } from 'node:crypto'
import { escapeHtml, markSvg } from '#server/html/html.ts'
import { PLAIN_PAGE_STYLE } from '#server/html/plain-page.ts'
import { connectionWords } from '#web/connection/connection-words.ts'
import { offlineWords } from '#web/service-worker/offline-words.ts'

/** A page that the service worker serves by itself, and the policy that it is sent with. */
export interface OfflinePage {
  html: string
  policy: string
}

/**
 * How often it checks whether the connection is back, in ms: the longest interval of open pages
 * (web/connection/reach.ts).
 */
const ASK_MS = 5_000

const SCRIPT = `(function () {
  try {
    var theme = localStorage.getItem('cartwright-theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.style.colorScheme = theme
  } catch {}
  function reload() { location.reload() }
  function ask() { fetch('/health/live', { method: 'HEAD', cache: 'no-store' }).then(reload, function () {}) }
  addEventListener('online', ask)
  setInterval(ask, ${ASK_MS})
  document.querySelector('button').addEventListener('click', reload)
})()`

/**
 * The page in place of one that could not be loaded. It is self-contained, says that it is not the requested page, and
 * shows nothing of it.
 */
export function offlinePage(siteName: string): OfflinePage {
  const name = escapeHtml(siteName)
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${connectionWords.title} · ${name}</title><style>${PLAIN_PAGE_STYLE}</style></head>
<body><main><header>${markSvg('#f6fbfc', '#f06428', 30)}<span>${name}</span></header><section>
<h1>${connectionWords.title}</h1>
<p role="status">${offlineWords.text}</p>
<button type="button">${offlineWords.again}</button>
</section></main><script>${SCRIPT}</script></body></html>
`
  return {
    html,
    policy: [
      "default-src 'none'",
      `style-src ${hashOf(PLAIN_PAGE_STYLE)}`,
      `script-src ${hashOf(SCRIPT)}`,
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  }
}

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`
