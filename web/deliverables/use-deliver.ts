import type { ChecksBefore } from '#contract/delivery-check-schemas.ts'
import type { NewDeliverable } from '#contract/deliverable-schemas.ts'
import { deliverableMessages } from '#contract/deliverables.ts'
import type { ReviewNote } from '#contract/review-note-schemas.ts'
import { REVIEW_WINDOW_TEXT } from '#contract/review-words.ts'
import { uploadMessages } from '#contract/uploads.ts'
import { messageOf } from '#web/api/errors.ts'
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
import { useSubmitDeliverable } from './use-deliverables.ts'

/** The form by the server's names. Files go their own way (useDeliveryFiles): their fields stay empty. */
const EMPTY = {
  file_id: '',
  post_url: '',
  screenshot_id: '',
  notes: '',
  /** By the note's id. */
  answers: {} as AnswerDrafts,
  /** By the check's id. */
  checks: {} as CheckDrafts,
}

/** SPEC §8. */
const failedToSubmit = (message: string) => `Failed to submit deliverable: ${message}`

/** The form that hands work in: its words, its two files, and how they are sent. */
export function useDeliver(projectId: string, hasBrief: boolean, onSent: () => void) {
  const handIn = useSubmitDeliverable(projectId)
  const { file, screenshot, waits, setWaits, clear } = useDeliveryFiles(projectId)
  const uploading = file.busy || screenshot.busy
  const [proof] = screenshot.items
  const asked = useAskedNotes(projectId)
  const checklist = useChecksBefore(projectId, file.items[0]?.uploaded?.id, hasBrief)
  // Without it nothing can be said of the checks.
  const listWaits = hasBrief && checklist.data === undefined
  const kept = useKeptForm({
    draft: deliveryDraft(projectId),
    saved: EMPTY,
    read: (typed) =>
      readDelivery(typed, file.items[0], proof, {
        notes: asked.notes,
        checks: checklist.data?.checks ?? [],
        brief_version: checklist.data?.brief_version ?? null,
      }),
  })
  const { form, submit, finish, showRefusal } = kept

  const send = submit(async (input) => {
    if (uploading || listWaits) return
    // Chosen and not there: handed in without it the proof would be missing for good. It can be tried again or removed.
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
      if (!showRefusal(error)) toast.error(failedToSubmit(messageOf(error)))
    }
  })

  return {
    form,
    asked,
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

/** What is sent: the uploads by their ids, and the words; a file is required (SPEC §5). */
function readDelivery(
  { post_url, notes, answers: drafts, checks: ticks }: typeof EMPTY,
  file: UploadItem | undefined,
  proof: UploadItem | undefined,
  asked: { notes: readonly ReviewNote[] } & Pick<ChecksBefore, 'checks' | 'brief_version'>,
): Reading<typeof EMPTY, NewDeliverable> {
  const file_id = file?.uploaded?.id
  if (file_id === undefined)
    return { input: null, errors: { file_id: deliverableMessages.fileRequired } }
  const answers = readAnswers(asked.notes, drafts)
  if (answers === null) return { input: null, errors: { answers: answerWords.missing } }
  const checks = readChecks(asked.checks, ticks)
  if (checks === null) return { input: null, errors: { checks: checkWords.missing } }
  const screenshot_id = proof?.uploaded?.id ?? null
  const { brief_version } = asked
  return {
    input: { file_id, post_url, screenshot_id, notes, answers, checks, brief_version },
    errors: null,
  }
}
