import { CircleAlert, TriangleAlert } from 'lucide-react'
import { useId, useMemo, useState, type ReactNode } from 'react'
import { cx } from './cx.ts'
import styles from './Field.module.css'
import { FieldContext } from './field-context.ts'

interface Props {
  label: ReactNode
  hint?: ReactNode
  /** The sentence beside the field; its presence marks the control invalid. */
  error?: string | null
  /** Announced as required; the mark in the label is the caller's ("Full Name *"). */
  required?: boolean
  disabled?: boolean
  /** Content to the right of the hint: a counter, a link. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** Label, one control, hint and error, connected for assistive technology. */
export function Field({
  label,
  hint,
  error,
  required,
  disabled,
  aside,
  className,
  children,
}: Props) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const noteId = `${id}-note`
  const [note, setNote] = useState<string | null>(null)
  const describedBy =
    cx(hint ? hintId : null, note ? noteId : null, error ? errorId : null) || undefined
  const wiring = useMemo(
    () => ({
      id,
      describedBy,
      invalid: Boolean(error),
      required: required ?? false,
      disabled: disabled ?? false,
      setNote,
    }),
    [id, describedBy, error, required, disabled],
  )
  return (
    <div
      className={cx(styles.field, className)}
      data-field=""
      onInput={({ nativeEvent }) => {
        // A paste warning stays until the text is edited by hand.
        if (nativeEvent.inputType !== 'insertFromPaste') setNote(null)
      }}
    >
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <FieldContext value={wiring}>{children}</FieldContext>
      {error ? <FieldError id={errorId}>{error}</FieldError> : null}
      {note ? (
        <span className={styles.note} id={noteId} role="status">
          <TriangleAlert size={15} aria-hidden="true" />
          <span>{note}</span>
        </span>
      ) : null}
      {hint || aside ? (
        <div className={styles.foot}>
          <span className={styles.hint} id={hintId}>
            {hint}
          </span>
          {aside ? <span className={styles.hint}>{aside}</span> : null}
        </div>
      ) : null}
    </div>
  )
}

/** The red sentence under a control, for groups that are not a `Field`. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <span className={styles.error} id={id} role="alert" data-error="">
      <CircleAlert size={15} aria-hidden="true" />
      <span>{children}</span>
    </span>
  )
}
