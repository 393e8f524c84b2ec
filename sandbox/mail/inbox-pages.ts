import { escapeHtml, sandboxPage } from '#sandbox/page/page.ts'
import type { ReceivedMessage } from './message-store.ts'
import { FAILING_ADDRESSES } from './smtp-receiver.ts'

/** The inbox as a list, for everyone or one recipient. Reloads itself while no one is typing. */
export function inboxPage(messages: ReceivedMessage[], to: string): string {
  const rows = messages.map(
    (
      message,
    ) => `<li><a href="/view/${message.id}"><strong>${escapeHtml(message.subject || '(no subject)')}</strong>
<small>to ${escapeHtml(message.to)} · ${escapeHtml(message.received_at.slice(0, 19).replace('T', ' '))} UTC</small></a></li>`,
  )
  const failing = Object.entries(FAILING_ADDRESSES)
    .map(([start, { effect }]) => `mail to <code>${start}…@</code> ${effect}`)
    .join(', ')
  return sandboxPage(
    'Sandbox inbox',
    `<h1>Sandbox inbox</h1>
<p class="note">Every mail Cartwright sends on this machine ends here; none leaves it. To try a failure: ${failing}.</p>
<form method="get" action="/"><label>Only to <input type="search" name="to" value="${escapeHtml(to)}" placeholder="name@example.com"></label></form>
${rows.length > 0 ? `<ul class="rows">${rows.join('\n')}</ul>` : '<p>No mail yet.</p>'}
<script>
  setInterval(async () => {
    if (document.activeElement?.tagName === 'INPUT') return
    const newest = await fetch('/messages' + location.search).then((answer) => answer.json()).catch(() => null)
    if (newest && (newest[0]?.id ?? '') !== '${messages[0]?.id ?? ''}') location.reload()
  }, 2000)
</script>`,
  )
}

/** A mail's HTML with its inline parts, as mail programs show it. */
const withPictures = ({ html, pictures = {} }: ReceivedMessage): string =>
  html.replaceAll(
    /"cid:([^"]*)"/g,
    (named, id: string) => `"${pictures[id] ?? named.slice(1, -1)}"`,
  )

/** One mail: its headers, its links, its HTML in a sandboxed frame without scripts, and its text. */
export function messagePage(message: ReceivedMessage): string {
  const links = message.links.map(
    (link) => `<li><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></li>`,
  )
  // Links in the frame open in a new tab: the frame itself cannot navigate away.
  const framed = `<base target="_blank">${withPictures(message)}`
  return sandboxPage(
    message.subject,
    `<p><a href="/">← Inbox</a></p>
<h1>${escapeHtml(message.subject || '(no subject)')}</h1>
<dl><dt>From</dt><dd>${escapeHtml(message.from)}</dd>
<dt>To</dt><dd><a href="/?to=${encodeURIComponent(message.to)}">${escapeHtml(message.to)}</a></dd>
<dt>Received</dt><dd>${escapeHtml(message.received_at)}</dd></dl>
${links.length > 0 ? `<h2>Links</h2><ul>${links.join('\n')}</ul>` : ''}
${message.html ? `<h2>As HTML</h2><iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(framed)}"></iframe>` : ''}
<h2>As text</h2><pre>${escapeHtml(message.text || '(no text part)')}</pre>`,
  )
}
