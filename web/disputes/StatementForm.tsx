import { useState, type FormEvent } from 'react'
import type { DealDispute } from '#contract/dispute-schemas.ts'
import { DISPUTE_LIMITS, disputeMessages as say } from '#contract/disputes.ts'
import { after } from '../api/after.ts'
import { ApiError, messageOf } from '../api/errors.ts'
import { useRestored, useUnsaved } from '../forms/use-draft.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { toast } from '../ui/toast.ts'
import styles from './Dispute.module.css'
import { useStateSide } from './use-disputes.ts'

const EMPTY = { statement: '' }

/** Where one side writes: the answer when the dispute waits for it, else more of their side. Kept as a draft. */
export function StatementForm({ dispute, answers }: { dispute: DealDispute; answers: boolean }) {
  const state = useStateSide(dispute.id)
  const form = `dispute-statement-${dispute.id}`
  const start = useRestored(form, EMPTY)
  const [statement, setStatement] = useState(start.statement)
  const unsaved = useUnsaved(form, EMPTY, { statement })
  const [error, setError] = useState<string | null>(null)
  const words = answers ? 'Send answer' : 'Add to your side'

  function send(event: FormEvent) {
    event.preventDefault()
    if (state.isPending) return
    if (statement.trim() === '') return setError(say.statementRequired)
    setError(null)
    after(state.mutateAsync(statement.trim()), {
      onSuccess() {
        unsaved.finish()
        setStatement('')
        toast.success(answers ? 'Answer sent' : 'Added to your side')
      },
      onError: (failure) =>
        setError(
          (failure instanceof ApiError && failure.fields['statement']) || messageOf(failure),
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
      <Button
        type="submit"
        variant={answers ? 'primary' : undefined}
        size={answers ? undefined : 'sm'}
        busy={state.isPending}
        busyText="Sending..."
      >
        {words}
      </Button>
    </form>
  )
}
