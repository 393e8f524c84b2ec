import { uploadMessages } from '#contract/uploads.ts'
import { accessToken } from '#web/api/auth-client.ts'
import { alsoForget } from '#web/drafts/draft-store.ts'
import { lateTransfer, type LateTransfer } from '#web/uploads/late-transfer.ts'
import { attachmentWords } from './attachment-words.ts'
import { type Attachment, keepAttachments, keptAttachments } from './kept-attachments.ts'
import { newId } from '#web/api/new-id.ts'
import { keepSentPicture } from './sent-pictures.ts'

interface Entry {
  item: Attachment
  transfer: LateTransfer | null
  /** Settles with the upload; null until it begins. */
  arriving: Promise<void> | null
}

/** Whose files they are, and in which project's conversation. */
export interface AttachmentScope {
  me: string
  projectId: string
}

/**
 * Kept outside any screen, so that uploads continue while their sender looks elsewhere. What had arrived survives a
 * reload; of the rest only the name remains, with a note that the file must be chosen again.
 */
const entries = new Map<string, Entry>()
const listeners = new Set<() => void>()
let owner: string | null = null

alsoForget(() => {
  for (const { item, transfer } of entries.values()) {
    if (item.fileId === null) transfer?.cancel()
    if (item.preview !== null) URL.revokeObjectURL(item.preview)
  }
  entries.clear()
  owner = null
  told()
})

/** Calls `listener` whenever a file makes progress. Returns a function that unsubscribes it. */
export function subscribeToAttachments(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The file behind a key; undefined for one that was sent or removed. A changed file is a new object. */
export const attachmentOf = (key: string): Attachment | undefined => entries.get(key)?.item

/** Starts uploading all files in parallel. Returns their keys. */
export function attach({ me, projectId }: AttachmentScope, files: readonly File[]): string[] {
  restoreAttachments(me)
  return files.map((file) => {
    const key = newId()
    const transfer = lateTransfer({
      file,
      bucket: 'message-files',
      projectId,
      userId: me,
      token: accessToken,
      onProgress: (sent) => change(key, { sent }),
    })
    entries.set(key, {
      item: {
        key,
        name: file.name,
        type: file.type,
        size: file.size,
        sent: 0,
        state: 'sending',
        error: null,
        fileId: null,
        preview: file.type.startsWith('image/') ? URL.createObjectURL(file) : null,
      },
      transfer,
      arriving: null,
    })
    begin(key)
    keep()
    return key
  })
}

function begin(key: string): void {
  const entry = entries.get(key)
  if (entry?.transfer == null) return
  change(key, { state: 'sending', error: null })
  entry.arriving = entry.transfer.send().then(
    ({ id, file_type: type }) => change(key, { state: 'done', fileId: id, type }),
    (error: unknown) =>
      change(key, {
        state: 'failed',
        error: error instanceof Error ? error.message : uploadMessages.failed,
      }),
  )
}

/** Retries a failed file from where it stopped. */
export function retryAttachment(key: string): void {
  if (entries.get(key)?.item.state === 'failed') begin(key)
}

/** Removes a file, and stops uploading it. */
export function dropAttachment(key: string): void {
  const entry = entries.get(key)
  if (entry === undefined) return
  if (entry.item.fileId === null) entry.transfer?.cancel()
  if (entry.item.preview !== null) URL.revokeObjectURL(entry.item.preview)
  entries.delete(key)
  keep()
  told()
}

/** Forgets files whose message has arrived; their local pictures stay for a while. */
export function attachmentsSent(keys: readonly string[]): void {
  for (const key of keys) {
    const item = entries.get(key)?.item
    if (item === undefined) continue
    if (item.fileId !== null && item.preview !== null) keepSentPicture(item.fileId, item.preview)
    entries.delete(key)
  }
  keep()
  told()
}

/** The server has deleted the files: they were attached to nothing for a day. */
export function attachmentsExpired(keys: readonly string[]): void {
  for (const key of keys) {
    const entry = entries.get(key)
    if (entry === undefined) continue
    entry.transfer = null
    change(key, { state: 'lost', fileId: null, error: attachmentWords.expired })
  }
}

/** Waits for all of them, and returns the uploads' ids. Throws the first reason why one did not arrive. */
export async function whenArrived(keys: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const key of keys) {
    await entries.get(key)?.arriving
    const item = entries.get(key)?.item
    if (item === undefined) continue
    if (item.fileId === null) throw new Error(item.error ?? uploadMessages.failed)
    ids.push(item.fileId)
  }
  return ids
}

/** Restores what a closed or reloaded page of this tab had; once per person. */
export function restoreAttachments(me: string): void {
  if (owner === me) return
  owner = me
  for (const item of keptAttachments(me))
    entries.set(item.key, { item, transfer: null, arriving: null })
}

function change(key: string, changes: Partial<Attachment>): void {
  const entry = entries.get(key)
  if (entry === undefined) return
  entry.item = { ...entry.item, ...changes }
  if ('state' in changes) keep()
  told()
}

function told(): void {
  for (const listener of listeners) listener()
}

function keep(): void {
  if (owner === null) return
  keepAttachments(
    owner,
    [...entries.values()].map(({ item }) => item),
  )
}
