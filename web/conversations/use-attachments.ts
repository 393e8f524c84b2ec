import { useRef, useSyncExternalStore } from 'react'
import { attachmentOf, restoreAttachments, subscribeToAttachments } from './attachments.ts'
import type { Attachment } from './kept-attachments.ts'

/** The files behind these keys, live; removed files are left out. */
export function useAttachments(me: string, keys: readonly string[]): readonly Attachment[] {
  const last = useRef<readonly Attachment[]>([])
  return useSyncExternalStore(
    subscribeToAttachments,
    () => {
      restoreAttachments(me)
      const now = keys.flatMap((key) => attachmentOf(key) ?? [])
      const isSame =
        now.length === last.current.length && now.every((item, at) => item === last.current[at])
      if (!isSame) last.current = now
      return last.current
    },
    () => NONE,
  )
}
const NONE: readonly Attachment[] = []
