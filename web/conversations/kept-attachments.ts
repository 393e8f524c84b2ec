import { keepDraft, restoreDraft } from '#web/drafts/draft-store.ts'
import { attachmentWords } from './attachment-words.ts'

/** A file chosen for a message: in the composer, or in a bubble that is being sent. */
export interface Attachment {
  /** Created in the browser; the server's id is `fileId`. */
  key: string
  name: string
  type: string
  /** Bytes in total, and bytes sent. */
  size: number
  sent: number
  /** `lost` can no longer be sent: its bytes were lost with a closed page. */
  state: 'sending' | 'failed' | 'lost' | 'done'
  /** Why it failed, in words for a person. */
  error: string | null
  /** The finished upload, once it exists. */
  fileId: string | null
  /** A local picture of an image. */
  preview: string | null
}

/** What the tab's storage holds of a file: enough to send what was already uploaded. */
type Kept = Pick<Attachment, 'key' | 'name' | 'type' | 'size' | 'fileId'>

const FORM = 'message-files'

/** The files that were chosen in a closed or reloaded page of this tab. */
export const keptAttachments = (me: string): Attachment[] =>
  restoreDraft<{ files: Kept[] }>(me, FORM, { files: [] }).files.map((file) => {
    const isThere = file.fileId !== null
    return {
      ...file,
      sent: isThere ? file.size : 0,
      state: isThere ? 'done' : 'lost',
      error: isThere ? null : attachmentWords.lost,
      preview: null,
    }
  })

/** Stores what a reload would need of these files. */
export function keepAttachments(me: string, items: readonly Attachment[]): void {
  const files = items.map(({ key, name, type, size, fileId }): Kept => ({
    key,
    name,
    type,
    size,
    fileId,
  }))
  keepDraft(me, FORM, files.length === 0 ? null : { files })
}
