import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { MESSAGE_LIMITS } from '#contract/conversations.ts'
import { BUCKET_RULES } from '#contract/uploads.ts'
import { chooseFiles } from '#web/ui/file-choice.ts'
import { attach, dropAttachment } from './attachments.ts'
import { useAttachments } from './use-attachments.ts'
import type { MessageDraft } from './use-draft.ts'

interface Options {
  me: string
  /** The project that the conversation is about. */
  projectId: string
  draft: MessageDraft
  change: (changes: Partial<MessageDraft>) => void
  /** Files that a failed message also uses: they stay until it is replaced. */
  alsoIn: readonly string[]
}

/** The files of a draft: chosen, pasted or dropped. Files that cannot be accepted are refused immediately (SPEC §5). */
export function useChosenFiles({ me, projectId, draft, change, alsoIn }: Options) {
  const items = useAttachments(me, draft.files)
  const [refusal, setRefusal] = useState<string | null>(null)

  function add(files: readonly File[]) {
    // Choosing the same file again replaces one whose bytes were lost.
    const replaced = items.filter(
      ({ state, name, size }) =>
        state === 'lost' && files.some((file) => file.name === name && file.size === size),
    )
    const kept = items.filter((item) => !replaced.includes(item)).map(({ key }) => key)
    const room = MESSAGE_LIMITS.files - kept.length
    const { taken, refusal } = chooseFiles(files, BUCKET_RULES['message-files'], room)
    setRefusal(refusal)
    if (taken.length === 0) return
    for (const { key } of replaced) dropAttachment(key)
    change({ files: [...kept, ...attach({ me, projectId }, taken)] })
  }

  function remove(key: string) {
    setRefusal(null)
    change({ files: draft.files.filter((one) => one !== key) })
    if (!alsoIn.includes(key)) dropAttachment(key)
  }

  return { items, refusal, add, remove }
}

/**
 * Accepts files that are dropped anywhere on the conversation. Returns nothing; `onOver` reports whether one hovers.
 */
export function useDroppedFiles(
  place: RefObject<HTMLElement | null>,
  onFiles: (files: readonly File[]) => void,
  onOver: (over: boolean) => void,
): void {
  const drag = useEffectEvent((event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return
    // Otherwise the browser would navigate from the page to the file.
    event.preventDefault()
    onOver(event.type === 'dragover')
    if (event.type === 'drop') onFiles([...event.dataTransfer.files])
  })
  useEffect(() => {
    const chat = place.current?.closest('section')
    const listener = (event: DragEvent) => drag(event)
    for (const name of ['dragover', 'dragleave', 'drop'] as const)
      chat?.addEventListener(name, listener)
    return () => {
      for (const name of ['dragover', 'dragleave', 'drop'] as const)
        chat?.removeEventListener(name, listener)
    }
  }, [place])
}
