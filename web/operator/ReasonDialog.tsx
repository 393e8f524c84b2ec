import { type ReactNode, useState } from 'react'
import { OPERATOR_LIMITS, operatorMessages } from '#contract/operator.ts'
import { ApiError, messageOf } from '#web/api/errors.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './Console.module.css'

interface Props {
  title: string
  /** The button's label, the same as the act. */
  confirm: string
  /** The toast once it is done. */
  done: string
  label?: string
  destructive?: boolean
  /** Does it; a refusal is shown where it belongs. */
  act: (reason: string) => Promise<unknown>
  onClose: () => void
  /** What will happen, and further fields. */
  children?: ReactNode
}

/** Asks for a reason before an operator's act; nothing is done without one. Open while mounted. */
export function ReasonDialog(props: Props) {
  const { title, confirm, done, label = 'Why', destructive, act, onClose, children } = props
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit() {
    if (reason.trim() === '') return setError(operatorMessages.reasonRequired)
    setBusy(true)
    try {
      await act(reason)
      toast.success(done)
      onClose()
    } catch (failure) {
      const ofField = failure instanceof ApiError ? failure.fields['reason'] : undefined
      if (ofField === undefined) toast.error(messageOf(failure))
      else setError(ofField)
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      locked={busy}
      actions={
        <>
          <Button variant="quiet" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            variant={destructive ? 'destructive' : 'primary'}
            busy={busy}
            busyText="Saving..."
            onClick={() => void submit()}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {children}
        <Field label={label} error={error} required>
          <TextArea
            rows={3}
            maxLength={OPERATOR_LIMITS.reason}
            value={reason}
            onChange={(event) => {
              setReason(event.target.value)
              setError(null)
            }}
          />
        </Field>
      </div>
    </Dialog>
  )
}
