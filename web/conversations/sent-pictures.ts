import { alsoForget } from '#web/drafts/draft-store.ts'

/** Local pictures of files that this page has sent, by file id. They are shown until their links are known. */
const pictures = new Map<string, string>()
/** A picture from a phone takes some megabytes of memory. */
const MOST = 20

alsoForget(() => {
  for (const url of pictures.values()) URL.revokeObjectURL(url)
  pictures.clear()
})

/** The object URL of a file's local picture; undefined where there is none. */
export const sentPicture = (fileId: string): string | undefined => pictures.get(fileId)

/** Keeps an object URL for a file that was sent, and releases the oldest. */
export function keepSentPicture(fileId: string, url: string): void {
  pictures.set(fileId, url)
  for (const [oldest, old] of pictures) {
    if (pictures.size <= MOST) break
    URL.revokeObjectURL(old)
    pictures.delete(oldest)
  }
}
