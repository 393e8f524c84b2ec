import type { HtmlPage } from './html-answer.ts'

/** Pages that were made from data, by the digest of that data: what has changed is simply another page. */
export interface PageMemory {
  recall(digest: string): HtmlPage | null
  remember(digest: string, page: HtmlPage): void
}

/** Some 300 profiles. A page of 60 kB is kept as it is and in two encodings. */
const REMEMBERED_BYTES = 32 * 1024 * 1024

/** Keeps as many bytes at most (encodings not counted), those used longest ago go first. */
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
      // Kept in the order of their use: what is set again stands last.
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
