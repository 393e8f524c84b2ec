import { useCallback, useEffect, useRef, useState } from 'react'
import {
  PROGRESS_RESET_MS,
  uploadMessages,
  type Bucket,
  type UploadedFile,
} from '#contract/uploads.ts'
import { accessToken } from '#web/api/auth-client.ts'
import { newId } from '#web/api/new-id.ts'
import { useAuth } from '#web/api/session.tsx'
import { createPace } from './pace.ts'
import { prepareTransfer } from './prepare-transfer.ts'
import type { Transfer } from './transfer.ts'
import type { UploadScope } from './unfinished.ts'

/** One file in transit, as a screen shows it. */
export interface UploadItem {
  key: string
  name: string
  /** Its media type: the browser's, and the server's once it has arrived. */
  type: string
  /** Bytes in total, and sent. */
  size: number
  sent: number
  /** Null while no estimate is possible. */
  secondsLeft: number | null
  /** A local picture of an image; null for everything else. */
  preview: string | null
  /** `arrived` is done with the full bar still shown (SPEC §9: it resets one second after completion). */
  state: 'sending' | 'failed' | 'arrived' | 'done'
  /** Why it failed, in a sentence for people. */
  error: string | null
  /** The server's result, once it has arrived. */
  uploaded: UploadedFile | null
}

interface Options {
  bucket: Bucket
  /** Deliverables and proofs name their project. */
  projectId?: string
  /** A single slot: a new file replaces the previous one. */
  single?: boolean
  /** The files that arrived before the page was reloaded. */
  kept?: readonly UploadedFile[]
}

/** What a form receives: its files and the actions a person can take on them. */
export interface Uploads {
  /** The owner of the files, and their purpose. */
  scope: UploadScope
  items: readonly UploadItem[]
  /** True while bytes are moving. */
  busy: boolean
  /** True while a file has failed: the form is not sent before it arrives or is removed. */
  failed: boolean
  /** Starts sending; the drop zone has already refused invalid files. */
  add: (files: readonly File[]) => void
  /** Resumes a failed upload where it stopped. */
  retry: (key: string) => void
  /** Cancels an upload, or removes a finished one. */
  remove: (key: string) => void
  /** Moves a file up or down by one position. */
  move: (key: string, by: 1 | -1) => void
  clear: () => void
}

/** Uploads files of one bucket as soon as they are chosen; shows progress for each and can resume it. */
export function useUploads({ bucket, projectId, single, kept = [] }: Options): Uploads {
  const userId = useAuth().user?.id ?? ''
  const [items, setItems] = useState<readonly UploadItem[]>(() => kept.map(keptItem))
  const transfers = useRef(new Map<string, Transfer>())
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())

  const change = useCallback((key: string, changes: Partial<UploadItem>) => {
    setItems((all) => all.map((item) => (item.key === key ? { ...item, ...changes } : item)))
  }, [])

  async function run(key: string, transfer: Transfer) {
    try {
      const uploaded = await transfer.send()
      change(key, { state: 'arrived', uploaded, type: uploaded.file_type, error: null })
      const timer = setTimeout(() => {
        timers.current.delete(timer)
        change(key, { state: 'done' })
      }, PROGRESS_RESET_MS)
      timers.current.add(timer)
    } catch (error) {
      change(key, {
        state: 'failed',
        error: error instanceof Error ? error.message : uploadMessages.failed,
      })
    }
  }

  function forget(gone: readonly UploadItem[]) {
    for (const item of gone) {
      if (item.uploaded === null) transfers.current.get(item.key)?.cancel()
      transfers.current.delete(item.key)
      if (item.preview) URL.revokeObjectURL(item.preview)
    }
  }

  function add(files: readonly File[]) {
    const chosen = files.map((file) => {
      const key = newId()
      const pace = createPace()
      const transfer = prepareTransfer({
        file,
        bucket,
        projectId,
        userId,
        token: accessToken,
        onProgress: (sent, total) =>
          change(key, { sent, secondsLeft: pace.secondsLeft(sent, total, performance.now()) }),
      })
      transfers.current.set(key, transfer)
      return { item: newItem(key, file), transfer }
    })
    if (single) forget(items)
    setItems((all) => [...(single ? [] : all), ...chosen.map(({ item }) => item)])
    for (const { item, transfer } of chosen) void run(item.key, transfer)
  }

  function retry(key: string) {
    const transfer = transfers.current.get(key)
    if (!transfer) return
    change(key, { state: 'sending', error: null, secondsLeft: null })
    void run(key, transfer)
  }

  function remove(key: string) {
    forget(items.filter((item) => item.key === key))
    setItems((all) => all.filter((item) => item.key !== key))
  }

  function move(key: string, by: 1 | -1) {
    setItems((all) => {
      const at = all.findIndex((item) => item.key === key)
      const [one, other] = [all[at], all[at + by]]
      return one && other ? all.with(at, other).with(at + by, one) : all
    })
  }

  function clear() {
    forget(items)
    setItems([])
  }

  useEffect(() => {
    const begun = transfers.current
    const timed = timers.current
    return () => {
      for (const timer of timed) clearTimeout(timer)
      for (const transfer of begun.values()) transfer.pause()
    }
  }, [])

  const scope = { bucket, projectId, userId }
  return {
    scope,
    items,
    busy: items.some((item) => item.state === 'sending'),
    failed: items.some((item) => item.state === 'failed'),
    add,
    retry,
    remove,
    move,
    clear,
  }
}

function newItem(key: string, file: File): UploadItem {
  return {
    key,
    name: file.name,
    type: file.type,
    size: file.size,
    sent: 0,
    secondsLeft: null,
    preview: file.type.startsWith('image/') ? URL.createObjectURL(file) : null,
    state: 'sending',
    error: null,
    uploaded: null,
  }
}

const keptItem = (uploaded: UploadedFile): UploadItem => ({
  key: uploaded.id,
  name: uploaded.file_name,
  type: uploaded.file_type,
  size: uploaded.size,
  sent: uploaded.size,
  secondsLeft: null,
  preview: null,
  state: 'done',
  error: null,
  uploaded,
})
