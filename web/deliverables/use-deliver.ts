import type { AiPart } from '#contract/ai-parts.ts'
import type { ChecksBefore } from '#contract/delivery-check-schemas.ts'
import type { NewDeliverable } from '#contract/deliverable-schemas.ts'
import { deliverableMessages } from '#contract/deliverables.ts'
import { type AssignedUpload, assignedItems } from '#contract/delivered-pieces.ts'
import type { ReviewNote } from '#contract/review-note-schemas.ts'
import { REVIEW_WINDOW_TEXT } from '#contract/review-words.ts'
import { uploadMessages } from '#contract/uploads.ts'
import { useState } from 'react'
import { ApiError, messageOf } from '#web/api/errors.ts'
import { focusFirstError } from '#web/forms/focus-first-error.ts'
import { checkWords } from '#web/checks/check-words.ts'
import { type CheckDrafts, readChecks } from '#web/checks/hand-in-checks.ts'
import { useChecksBefore } from '#web/checks/use-checks-before.ts'
import { type Reading, useKeptForm } from '#web/forms/use-kept-form.tsx'
import { toast } from '#web/ui/toast.ts'
import { failureWords } from '#web/uploads/upload-words.ts'
import type { UploadItem } from '#web/uploads/use-uploads.ts'
import { answerWords } from './answer-words.ts'
import { deliveryDraft } from './delivery-draft.ts'
import { type AnswerDrafts, readAnswers } from './note-answers.ts'
import { useAskedNotes } from './use-asked-notes.ts'
import { useDeliveryFiles } from './use-delivery-files.ts'
import { useSubmitDeliverable } from './use-submit-deliverable.ts'

/**
 * The form, under the server's field names. Files are handled separately (useDeliveryFiles): their fields stay empty.
 */
const EMPTY = {
  file_id: '',
  post_url: '',
  screenshot_id: '',
  notes: '',
  /** Empty means that nothing was declared. */
  ai_parts: [] as AiPart[],
  /** By the note's id. */
  answers: {} as AnswerDrafts,
  /** By the check's id. */
  checks: {} as CheckDrafts,
}

/** SPEC §8. */
const failedToSubmit = (message: string) => `Failed to submit deliverable: ${message}`

/** The form that hands work in: its text, its files and its proof, and how they are sent. */
export function useDeliver(projectId: string, hasBrief: boolean, onSent: () => void) {
  const handIn = useSubmitDeliverable(projectId)
  const { file, screenshot, chosen, choose, waits, setWaits, clear } = useDeliveryFiles(projectId)
  const uploading = file.busy || screenshot.busy
  const [proof] = screenshot.items
  const asked = useAskedNotes(projectId)
  /** The errors of single files, by file key: cleared by the next change of the list. */
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const [wanted, setWanted] = useState<ChecksBefore['items']>([])
  const itemIds = assignedItems(
    file.items.map(({ key, type }) => ({ type, chosen: chosen[key] })),
    wanted,
  )
  const uploads = file.items.flatMap(({ uploaded }, at) =>
    uploaded === null ? [] : [{ file_id: uploaded.id, item_id: itemIds[at] ?? null }],
  )
  const checklist = useChecksBefore(projectId, uploads, hasBrief)
  // A different list of uploads is a different query: the requested items stay until its response replaces them.
  if (checklist.data && JSON.stringify(wanted) !== JSON.stringify(checklist.data.items))
    setWanted(checklist.data.items)
  // Without the list, nothing can be said about the checks.
  const listWaits = hasBrief && checklist.data === undefined
  const kept = useKeptForm({
    draft: deliveryDraft(projectId),
    saved: EMPTY,
    read: (typed) =>
      readDelivery(typed, { items: file.items, uploads }, proof, {
        notes: asked.notes,
        checks: checklist.data?.checks ?? [],
        brief_version: checklist.data?.brief_version ?? null,
      }),
  })
  const { form, submit, finish, showRefusal } = kept

  const send = submit(async (input) => {
    if (uploading || listWaits) return
    // The proof was chosen but did not arrive: handed in without it, it would be missing for good. It can be retried or
    // removed.
    if (proof?.state === 'failed') {
      toast.error(failedToSubmit(failureWords(proof, uploadMessages.screenshotFailed)))
      return
    }
    try {
      await handIn.mutateAsync(input)
      toast.success('Deliverable submitted', `The brand has ${REVIEW_WINDOW_TEXT} to review it.`)
      finish()
      form.reset(EMPTY)
      clear()
      onSent()
    } catch (error) {
      if (showFileRefusals(error)) return
      if (!showRefusal(error)) toast.error(failedToSubmit(messageOf(error)))
    }
  })

  function changed() {
    setRefused({})
    form.clearErrors('file_id')
  }

  /** Shows errors beside the files that are refused, by their positions in what was sent. */
  function showFileRefusals(error: unknown): boolean {
    if (!(error instanceof ApiError)) return false
    const arrived = file.items.filter(({ uploaded }) => uploaded !== null)
    const named = Object.entries(error.fields).flatMap(([field, sentence]) => {
      const key = arrived[Number(/^files\.(\d+)$/.exec(field)?.[1])]?.key
      return key === undefined ? [] : [[key, sentence] as const]
    })
    if (named.length === 0) return false
    setRefused(Object.fromEntries(named))
    form.setError('file_id', { message: messageOf(error) })
    focusFirstError()
    return true
  }

  return {
    form,
    files: {
      itemIds,
      wanted,
      refused,
      changed,
      /** Each file keeps its item: its position says nothing about what it is. */
      move(key: string, by: 1 | -1) {
        changed()
        choose(Object.fromEntries(file.items.map((one, at) => [one.key, itemIds[at] ?? null])))
        file.move(key, by)
      },
      choose(key: string, item: string | null) {
        changed()
        choose({ [key]: item })
      },
    },
    asked,
    aiParts: kept.typed.ai_parts,
    answers: kept.typed.answers,
    checklist,
    listWaits,
    checks: kept.typed.checks,
    sentences: kept.sentences,
    busy: kept.busy,
    question: kept.question,
    file,
    screenshot,
    uploading,
    waits,
    setWaits,
    send,
  }
}

/** The request: the uploads by their ids, and the text; a file is required (SPEC §5). */
function readDelivery(
  { post_url, notes, ai_parts: parts, answers: drafts, checks: ticks }: typeof EMPTY,
  { items, uploads }: { items: readonly UploadItem[]; uploads: readonly AssignedUpload[] },
  proof: UploadItem | undefined,
  asked: { notes: readonly ReviewNote[] } & Pick<ChecksBefore, 'checks' | 'brief_version'>,
): Reading<typeof EMPTY, NewDeliverable> {
  const [first] = uploads
  if (first === undefined)
    return { input: null, errors: { file_id: deliverableMessages.fileRequired } }
  // Handed in without it, the proof would be missing for good.
  if (uploads.length < items.length)
    return { input: null, errors: { file_id: uploadMessages.notArrived } }
  const what =
    uploads.length === 1 && first.item_id === null
      ? { file_id: first.file_id }
      : { files: [...uploads] }
  const answers = readAnswers(asked.notes, drafts)
  if (answers === null) return { input: null, errors: { answers: answerWords.missing } }
  const checks = readChecks(asked.checks, ticks)
  if (checks === null) return { input: null, errors: { checks: checkWords.missing } }
  const screenshot_id = proof?.uploaded?.id ?? null
  const { brief_version } = asked
  const ai_parts = parts.length === 0 ? null : parts
  return {
    input: { ...what, post_url, screenshot_id, notes, ai_parts, answers, checks, brief_version },
    errors: null,
  }
}
