/** Text that is safe between HTML tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** The logo's wheels and board as plain SVG, for the server's own pages; mail clients get only the word. */
export function markSvg(colour: string, key: string, size: number): string {
  return `<svg width="${size}" height="${size}" viewBox="0 0 32 32" aria-hidden="true"><path d="M2.3 4.1H4a2.8 2.8 0 0 1 2.72 2.13L8.3 12.6" fill="none" stroke="${colour}" stroke-width="2.7" stroke-linecap="round"/><path fill-rule="evenodd" d="M5.87 8.2H17.45v2.3L18 10.7l.55-.2V8.2H28a2 2 0 0 1 1.94 2.48l-2 8a2.6 2.6 0 0 1-2.52 1.97H18.55v-3.1L18 17.3l-.55.25v3.1H11a2.6 2.6 0 0 1-2.52-1.97Z" fill="${colour}"/><path d="M11.7 9.9 18 12.2l6.3-2.3v9L18 16.6l-6.3 2.3Z" fill="${key}"/><path fill-rule="evenodd" d="M12.6 22.3a3.3 3.3 0 1 1 0 6.6 3.3 3.3 0 0 1 0-6.6Zm0 2.2a1.1 1.1 0 1 0 0 2.2 1.1 1.1 0 0 0 0-2.2ZM23.9 22.3a3.3 3.3 0 1 1 0 6.6 3.3 3.3 0 0 1 0-6.6Zm0 2.2a1.1 1.1 0 1 0 0 2.2 1.1 1.1 0 0 0 0-2.2Z" fill="${colour}"/></svg>`
}
