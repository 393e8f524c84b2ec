import { useCallback, useEffect, useRef, useState } from 'react'
import {
  BUCKET_RULES,
  PROGRESS_RESET_MS,
  uploadMessages,
  type Bucket,
  type UploadedFile,
} from '#contract/uploads.ts'
import { accessToken } from '../api/session.ts'
import { refusal } from './check-file.ts'
import { prepareTransfer, type Transfer } from './transfer.ts'

/** One file on its way, as a screen shows it. */
export interface UploadItem {
  key: string
  name: string
  /** Bytes. */
  size: number
  /** A local picture of an image before the server has one; null for everything else. */
  preview: string | null
  state: 'sending' | 'failed' | 'done'
  /** Bytes sent; null once the bar has gone (SPEC §9: one second after completion). */
  sent: number | null
  error: string | null
  uploaded: UploadedFile | null
}

interface Options {
  bucket: Bucket
  projectId?: string
  /** Files at most, together with `taken`. One file more than a single place replaces it. */
  max: number
  /** Places already filled by earlier files. */
  taken?: number
}

/** What a form gets: its files, what was refused, and the five things a person can do. */
export interface Uploads {
  items: readonly UploadItem[]
  /** Why the last chosen file was not taken. */
  refused: string | null
  /** True while bytes are moving. */
  busy: boolean
  add: (files: readonly File[]) => void
  retry: (key: string) => void
  /** Cancels what is being sent, or takes away what was. */
  remove: (key: string) => void
  clear: () => void
}

/** Uploads files of one bucket as soon as they are chosen, each with its progress. */
export function useUploads({ bucket, projectId, max, taken = 0 }: Options): Uploads {
  const [items, setItems] = useState<readonly UploadItem[]>([])
  const [refused, setRefused] = useState<string | null>(null)
  const transfers = useRef(new Map<string, Transfer>())
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())

  const change = useCallback((key: string, changes: Partial<UploadItem>) => {
    setItems((all) => all.map((item) => (item.key === key ? { ...item, ...changes } : item)))
  }, [])

  const run = useCallback(
    async (key: string, transfer: Transfer) => {
      try {
        const uploaded = await transfer.send()
        change(key, { state: 'done', uploaded, sent: uploaded.size })
        const timer = setTimeout(() => {
          timers.current.delete(timer)
          change(key, { sent: null })
        }, PROGRESS_RESET_MS)
        timers.current.add(timer)
      } catch (error) {
        const reason = error instanceof Error ? error.message : uploadMessages.failed
        change(key, { state: 'failed', error: reason })
      }
    },
    [change],
  )

  const forget = useCallback((gone: readonly UploadItem[]) => {
    for (const item of gone) {
      if (item.state !== 'done') transfers.current.get(item.key)?.cancel()
      transfers.current.delete(item.key)
      if (item.preview) URL.revokeObjectURL(item.preview)
    }
  }, [])

  function add(files: readonly File[]) {
    const rule = BUCKET_RULES[bucket]
    const kept = max === 1 ? [] : items
    const room = max - taken - kept.length
    const chosen: UploadItem[] = []
    let reason: string | null = files.length > room ? uploadMessages.tooMany : null
    for (const file of files.slice(0, Math.max(room, 0))) {
      const said = refusal(file, rule)
      if (said) {
        reason = said
        continue
      }
      const key = crypto.randomUUID()
      const transfer = prepareTransfer({
        file,
        bucket,
        projectId,
        token: accessToken,
        onProgress: (sent) => change(key, { sent }),
      })
      transfers.current.set(key, transfer)
      chosen.push({
        key,
        name: file.name,
        size: file.size,
        preview: file.type.startsWith('image/') ? URL.createObjectURL(file) : null,
        state: 'sending',
        sent: 0,
        error: null,
        uploaded: null,
      })
    }
    setRefused(reason)
    if (chosen.length === 0) return
    if (max === 1) forget(items)
    setItems([...kept, ...chosen])
    for (const item of chosen) {
      const transfer = transfers.current.get(item.key)
      if (transfer) void run(item.key, transfer)
    }
  }

  function retry(key: string) {
    const transfer = transfers.current.get(key)
    if (!transfer) return
    change(key, { state: 'sending', error: null })
    void run(key, transfer)
  }

  function remove(key: string) {
    forget(items.filter((item) => item.key === key))
    setItems((all) => all.filter((item) => item.key !== key))
    setRefused(null)
  }

  function clear() {
    forget(items)
    setItems([])
    setRefused(null)
  }

  useEffect(() => {
    const running = transfers.current
    const waiting = timers.current
    return () => {
      for (const timer of waiting) clearTimeout(timer)
      // Leaving the screen stops the bytes; the server keeps them, so choosing the file again resumes.
      running.clear()
    }
  }, [])

  return { items, refused, busy: items.some((item) => item.state === 'sending'), add, retry, remove, clear }
}
