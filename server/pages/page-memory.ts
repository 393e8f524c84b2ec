import type { HtmlPage } from './html-answer.ts'

/** A cache of pages rendered from data, keyed by the data's digest: when the data changes, the page has another key. */
export interface PageMemory {
  recall(digest: string): HtmlPage | null
  remember(digest: string, page: HtmlPage): void
}

/** About 300 profiles. A 60 kB page is cached uncompressed and in two encodings. */
const REMEMBERED_BYTES = 32 * 1024 * 1024

/** The cache holds at most this many bytes (encodings not counted) and evicts the least recently used entries. */
export function createPageMemory(most = REMEMBERED_BYTES): PageMemory {
  const pages = new Map<string, HtmlPage>()
  let bytes = 0
  const forget = (digest: string) => {
    bytes -= pages.get(digest)?.bytes ?? 0
    pages.delete(digest)
  }
  return {
    recall(digest) {
      const page = pages.get(digest)
      if (page === undefined) return null
      // Insertion order is the order of use: an entry that is set again moves to the end.
      pages.delete(digest)
      pages.set(digest, page)
      return page
    },
    remember(digest, page) {
      forget(digest)
      if (page.bytes > most) return
      pages.set(digest, page)
      bytes += page.bytes
      for (const oldest of pages.keys()) {
        if (bytes <= most) break
        forget(oldest)
      }
    },
  }
}
