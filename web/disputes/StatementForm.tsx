import { useState, type FormEvent } from 'react'
import type { DealDispute } from '#contract/dispute-schemas.ts'
import { DISPUTE_LIMITS, disputeMessages as say } from '#contract/disputes.ts'
import { BUCKET_RULES, limitText } from '#contract/uploads.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { ApiError, messageOf } from '#web/api/errors.ts'
import { useRestored, useUnsaved } from '#web/forms/use-draft.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DropZone } from '#web/ui/DropZone.tsx'
import { Field } from '#web/ui/Field.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'
import { UploadRows } from '#web/uploads/UploadRows.tsx'
import { useUploads } from '#web/uploads/use-uploads.ts'
import styles from './Dispute.module.css'
import { useStateSide } from './use-disputes.ts'

const EMPTY = { statement: '' }

/** A side's statement: the answer while the dispute waits for it, otherwise an addition. Kept as a draft. */
export function StatementForm({ dispute, answers }: { dispute: DealDispute; answers: boolean }) {
  const state = useStateSide(dispute.id)
  const form = `dispute-statement-${dispute.id}`
  const start = useRestored(form, EMPTY)
  const [statement, setStatement] = useState(start.statement)
  const unsaved = useUnsaved(form, EMPTY, { statement })
  const [error, setError] = useState<string | null>(null)
  const files = useUploads({ bucket: 'dispute-evidence', projectId: dispute.project_id })
  const fileIds = files.items.flatMap(({ uploaded }) => (uploaded === null ? [] : [uploaded.id]))
  const words = answers ? 'Send answer' : 'Add to your side'

  function send(event: FormEvent) {
    event.preventDefault()
    if (state.isPending || files.busy) return
    if (statement.trim() === '') return setError(say.statementRequired)
    setError(null)
    onSettled(state.mutateAsync({ statement: statement.trim(), file_ids: fileIds }), {
      onSuccess() {
        unsaved.finish()
        setStatement('')
        files.clear()
        toast.success(answers ? 'Answer sent' : 'Added to your side')
      },
      onError: (failure) =>
        setError(
          (failure instanceof ApiError &&
            (failure.fields['statement'] ?? failure.fields['file_ids'])) ||
            messageOf(failure),
        ),
    })
  }

  return (
    <form className={styles.form} onSubmit={send} noValidate>
      {unsaved.question}
      <Field label={answers ? 'Your answer' : 'More from your side'} error={error}>
        <TextArea
          rows={answers ? 5 : 2}
          maxLength={DISPUTE_LIMITS.statement}
          value={statement}
          onChange={(event) => setStatement(event.target.value)}
        />
      </Field>
      <DropZone
        label="Files for your side"
        rule={BUCKET_RULES['dispute-evidence']}
        hint={`Optional. Pictures or PDF, up to ${limitText(BUCKET_RULES['dispute-evidence'].maxBytes)}. The other side and our support see them.`}
        maxFiles={DISPUTE_LIMITS.files_per_statement - files.items.length}
        disabled={files.items.length >= DISPUTE_LIMITS.files_per_statement}
        onFiles={files.add}
      >
        <UploadRows uploads={files} />
      </DropZone>
      <Button
        type="submit"
        variant={answers ? 'primary' : undefined}
        size={answers ? undefined : 'sm'}
        busy={state.isPending}
        busyText="Sending..."
        disabled={files.busy}
      >
        {words}
      </Button>
    </form>
  )
}
