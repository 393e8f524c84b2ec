import { type ComponentProps, type FormEvent, type ReactNode, useId } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

interface Props extends Pick<
  ComponentProps<typeof Dialog>,
  'title' | 'subtitle' | 'lead' | 'wide'
> {
  /** The button's label, the same as the action: "Send Invitation". */
  confirm: string
  busyText?: string
  /** True while the form is being sent: the dialog then stays open. */
  busy: boolean
  /** Makes the button red: the action destroys something. */
  destructive?: boolean
  /** There is nothing to send yet. */
  disabled?: boolean
  /** Replaces the submit button when there is something else to do first. */
  instead?: ReactNode
  onSubmit: (event: FormEvent) => void
  onClose: () => void
  /** The question shown before unsaved changes are discarded. */
  question?: ReactNode
  /** The content above the form. */
  intro?: ReactNode
  /** The fields. */
  children: ReactNode
}

/** The frame of every dialog with a form: its fields, Cancel, and the button that sends. Open while it is mounted. */
export function FormDialog(props: Props) {
  const { title, subtitle, lead, confirm, busyText, busy, destructive, disabled, instead } = props
  const { onSubmit, onClose, question, intro, wide, children } = props
  const formId = useId()
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      subtitle={subtitle}
      lead={lead}
      wide={wide}
      locked={busy}
      actions={
        <>
          <Button variant="quiet" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          {instead ?? (
            <Button
              type="submit"
              form={formId}
              variant={destructive ? 'destructive' : 'primary'}
              busy={busy}
              busyText={busyText}
              disabled={disabled}
            >
              {confirm}
            </Button>
          )}
        </>
      }
    >
      {question}
      {intro}
      <form id={formId} className="stack" onSubmit={onSubmit} noValidate>
        {children}
      </form>
    </Dialog>
  )
}
