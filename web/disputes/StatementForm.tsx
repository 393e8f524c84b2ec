import { useEffect } from 'react'
import type { DealDispute } from '#contract/dispute-schemas.ts'
import { DISPUTE_LIMITS } from '#contract/dispute-limits.ts'
import { BUCKET_RULES, fileWords } from '#contract/uploads.ts'
import { messageOf } from '#web/api/errors.ts'
import { useKeptForm } from '#web/forms/use-kept-form.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DropZone } from '#web/ui/DropZone.tsx'
import { Field } from '#web/ui/Field.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'
import { UploadRows } from '#web/uploads/UploadRows.tsx'
import { useUploads } from '#web/uploads/use-uploads.ts'
import styles from './Dispute.module.css'
import { EMPTY_STATEMENT, readStatement } from './read-statement.ts'
import { useStateSide } from './use-disputes.ts'

/** A side's statement: the answer while the dispute waits for it, otherwise an addition. Kept as a draft. */
export function StatementForm({ dispute, answers }: { dispute: DealDispute; answers: boolean }) {
  const state = useStateSide(dispute.id)
  const files = useUploads({ bucket: 'dispute-evidence', projectId: dispute.project_id })
  const { form, sentences, busy, question, submit, finish, showRefusal } = useKeptForm({
    draft: `dispute-statement-${dispute.id}`,
    saved: EMPTY_STATEMENT,
    read: (typed) => readStatement(typed, files),
  })
  const words = answers ? 'Send answer' : 'Add to your side'

  const { failed, items } = files
  // The sentence about a failed file no longer holds once it was removed or is being tried again.
  useEffect(() => {
    if (!failed) form.clearErrors('file_ids')
  }, [form, failed])

  const send = submit(async (input) => {
    if (files.busy) return
    try {
      await state.mutateAsync(input)
      finish()
      form.reset(EMPTY_STATEMENT)
      files.clear()
      toast.success(answers ? 'Answer sent' : 'Added to your side')
    } catch (failure) {
      if (!showRefusal(failure)) form.setError('statement', { message: messageOf(failure) })
    }
  })

  return (
    <form className={styles.form} onSubmit={send} noValidate>
      {question}
      <Field label={answers ? 'Your answer' : 'More from your side'} error={sentences.statement}>
        <TextArea
          rows={answers ? 5 : 2}
          maxLength={DISPUTE_LIMITS.statement}
          {...form.register('statement')}
        />
      </Field>
      <DropZone
        label="Files for your side"
        rule={BUCKET_RULES['dispute-evidence']}
        hint={`Optional. ${fileWords(BUCKET_RULES['dispute-evidence'])}. The other side and our support see them.`}
        maxFiles={DISPUTE_LIMITS.files_per_statement - items.length}
        disabled={items.length >= DISPUTE_LIMITS.files_per_statement}
        onFiles={files.add}
        refused={sentences.file_ids}
      >
        <UploadRows uploads={files} />
      </DropZone>
      <Button
        type="submit"
        variant={answers ? 'primary' : undefined}
        size={answers ? undefined : 'sm'}
        busy={busy}
        busyText="Sending..."
        disabled={files.busy}
      >
        {words}
      </Button>
    </form>
  )
}
