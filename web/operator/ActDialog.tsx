import type { ReactNode } from 'react'
import type { FieldPath } from 'react-hook-form'
import { OPERATOR_LIMITS, operatorMessages } from '#contract/operator.ts'
import { messageOf } from '#web/api/errors.ts'
import { FormDialog } from '#web/forms/FormDialog.tsx'
import type { KeptForm } from '#web/forms/use-kept-form.tsx'
import { Field } from '#web/ui/Field.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'

/** The texts of an act's dialog. */
export interface ActWords {
  title: string
  /** The button's label, the same as the act. */
  confirm: string
  /** The toast once it is done. */
  done: string
  /** The toast's second line. */
  doneText?: string
  /** The label of the reason. */
  label?: string
  destructive?: boolean
  onClose: () => void
  /** The consequences of the act, and further fields. */
  children?: ReactNode
}

interface Props<Draft extends { reason: string }, Input> extends ActWords {
  kept: KeptForm<Draft, Input>
  /** The form's field for the reason, named as the server names it. */
  field?: keyof Draft & string
  /** Performs the act; a refusal is shown where it belongs. */
  act: (input: Input) => Promise<unknown>
}

/** Asks for the reason of an operator's act, and for anything else the act needs. Open while it is mounted. */
export function ActDialog<Draft extends { reason: string }, Input>(props: Props<Draft, Input>) {
  const { kept, act, title, confirm, label = 'Why', destructive, onClose, children } = props
  const { field = 'reason' } = props
  const { form, sentences, busy, question, submit, finish, showRefusal } = kept

  const send = submit(async (input) => {
    try {
      await act(input)
      finish()
      toast.success(props.done, props.doneText)
      onClose()
    } catch (failure) {
      if (!showRefusal(failure)) toast.error(messageOf(failure))
    }
  })

  return (
    <FormDialog
      title={title}
      confirm={confirm}
      busyText="Saving..."
      busy={busy}
      destructive={destructive}
      question={question}
      onSubmit={send}
      onClose={onClose}
    >
      {children}
      <Field label={label} error={sentences[field]} required>
        <TextArea
          rows={3}
          maxLength={OPERATOR_LIMITS.reason}
          {...form.register(field as FieldPath<Draft>)}
        />
      </Field>
    </FormDialog>
  )
}

/** The error of a reason; nothing is done without a reason. */
export const reasonProblem = (reason: string): { reason?: string } =>
  reason.trim() === '' ? { reason: operatorMessages.reasonRequired } : {}
