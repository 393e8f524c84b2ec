import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError, messageOf } from '#web/api/errors.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { focusFirstError } from '#web/forms/focus-first-error.ts'
import { FormDialog } from '#web/forms/FormDialog.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { type ShippingAct, useShippingAct } from './use-shipping.ts'

interface Props<Typed extends Record<string, string>> {
  projectId: string
  act: ShippingAct
  title: string
  subtitle: string
  confirm: string
  busyText: string
  done: string
  /** The initial values of the fields. */
  start: Typed
  /** Builds the request body from what was typed. */
  bodyOf: (typed: Typed) => object
  onClose: () => void
  renderFields: (form: {
    typed: Typed
    errors: Readonly<Record<string, string>>
    set: (name: keyof Typed & string, value: string) => void
  }) => ReactNode
}

/**
 * A form about the product's shipment. Its draft is not kept: an address must not stay in the browser. The sentences
 * beside the fields come from the server.
 */
export function ShippingDialog<Typed extends Record<string, string>>(props: Props<Typed>) {
  const {
    projectId,
    act,
    title,
    subtitle,
    confirm,
    busyText,
    done,
    start,
    bodyOf,
    onClose,
    renderFields,
  } = props
  const [typed, setTyped] = useState(start)
  const [failure, setFailure] = useState<unknown>(null)
  const mutation = useShippingAct(projectId, act)
  const errors = failure instanceof ApiError ? failure.fields : {}

  function send(event: FormEvent) {
    event.preventDefault()
    if (mutation.isPending) return
    onSettled(mutation.mutateAsync(bodyOf(typed)), {
      onSuccess: () => {
        toast.success(done)
        onClose()
      },
      onError: (error) => {
        setFailure(error)
        focusFirstError()
      },
    })
  }

  return (
    <FormDialog
      title={title}
      subtitle={subtitle}
      confirm={confirm}
      busyText={busyText}
      busy={mutation.isPending}
      onSubmit={send}
      onClose={onClose}
    >
      {failure !== null && Object.keys(errors).length === 0 ? (
        <Notice tone="danger" role="alert" title={messageOf(failure)} />
      ) : null}
      {renderFields({
        typed,
        errors,
        set: (name, value) => setTyped((before) => ({ ...before, [name]: value })),
      })}
    </FormDialog>
  )
}
