import { useState, type FormEvent } from 'react'
import { deliverableMessages } from '#contract/deliverables.ts'
import { REVIEW_WINDOW_TEXT } from '#contract/review-words.ts'
import { uploadMessages } from '#contract/uploads.ts'
import { ApiError, messageOf } from '#web/api/errors.ts'
import { focusFirstError } from '#web/forms/focus-first-error.ts'
import { useRestored, useUnsaved } from '#web/forms/use-draft.tsx'
import { toast } from '#web/ui/toast.ts'
import { failureWords } from '#web/uploads/upload-words.ts'
import { useUploads } from '#web/uploads/use-uploads.ts'
import { useSubmitDeliverable } from './use-deliverables.ts'

/** The words of the form; files go their own way and are resumed when chosen again. */
const EMPTY = { post_url: '', notes: '' }

/** Sentences by field, the files among them. */
type Sentences = Partial<Record<keyof typeof EMPTY | 'file_id' | 'screenshot_id', string>>

/** SPEC §8. */
const failedToSubmit = (message: string) => `Failed to submit deliverable: ${message}`

/**
 * The form that hands work in: its words, its two files, and how they are sent. The one form without react-hook-form:
 * with its 12 KiB the creator's deal would load more than a page may (scripts/size-check.mjs).
 */
export function useDeliver(projectId: string) {
  const handIn = useSubmitDeliverable(projectId)
  const file = useUploads({ bucket: 'deliverable-files', projectId, single: true })
  const screenshot = useUploads({ bucket: 'proof-screenshots', projectId, single: true })
  const form = `deliver-${projectId}`
  const [typed, setTyped] = useState(useRestored(form, EMPTY))
  const { question, finish } = useUnsaved(form, EMPTY, typed)
  const [sentences, setSentences] = useState<Sentences>({})
  const uploading = file.busy || screenshot.busy

  const forgive = (field: keyof Sentences) =>
    setSentences((now) => ({ ...now, [field]: undefined }))

  /** What a text control of the form gets. */
  const field = (name: keyof typeof EMPTY) => ({
    name,
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped((now) => ({ ...now, [name]: target.value }))
      forgive(name)
    },
  })

  async function send(event: FormEvent) {
    event.preventDefault()
    if (handIn.isPending || uploading) return
    const uploaded = file.items[0]?.uploaded
    if (!uploaded) {
      setSentences({ file_id: deliverableMessages.fileRequired })
      focusFirstError()
      return
    }
    setSentences({})
    const [proof] = screenshot.items
    // Chosen and not there: handed in without it the proof would be missing for good. It can be tried again or removed.
    if (proof?.state === 'failed') {
      toast.error(failedToSubmit(failureWords(proof, uploadMessages.screenshotFailed)))
      return
    }
    try {
      const screenshot_id = proof?.uploaded?.id ?? null
      await handIn.mutateAsync({ ...typed, file_id: uploaded.id, screenshot_id })
      toast.success('Deliverable submitted', `The brand has ${REVIEW_WINDOW_TEXT} to review it.`)
      finish()
      setTyped(EMPTY)
      file.clear()
      screenshot.clear()
    } catch (error) {
      const refused = error instanceof ApiError ? sentencesIn(error) : {}
      setSentences(refused)
      focusFirstError()
      if (Object.keys(refused).length === 0) toast.error(failedToSubmit(messageOf(error)))
    }
  }

  return {
    field,
    sentences,
    busy: handIn.isPending,
    question,
    forgive,
    file,
    screenshot,
    uploading,
    send,
  }
}

/** What the server said of the form's own fields. */
function sentencesIn({ fields }: ApiError): Sentences {
  const sentences: Sentences = {}
  for (const name of ['file_id', 'post_url', 'screenshot_id', 'notes'] as const)
    if (fields[name]) sentences[name] = fields[name]
  return sentences
}
