import { Plus, X } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field, FieldError } from '#web/ui/Field.tsx'
import styles from './Editor.module.css'

/** One field of the line that adds an entry. */
interface Cell {
  label: string
  hint?: string
  width?: 'narrow' | 'wide'
  control: ReactNode
}

interface Entry {
  key: string
  icon?: ReactNode
  text: ReactNode
  aside?: ReactNode
}

interface Props {
  cells: readonly Cell[]
  /** The label of the button that adds the typed text. */
  add: string
  onAdd: () => void
  /** Why the typed text was not added. */
  refused: string | undefined
  /** The added entries; absent where they are shown elsewhere. */
  entries?: readonly Entry[]
  onRemove?: (key: string) => void
  /** The form's validation error for the list. */
  error: string | undefined
}

/** A line of fields whose button, or Enter, adds an entry to the list below it; each entry has a remove button. */
export function EntryField({ cells, add, onAdd, refused, entries = [], onRemove, error }: Props) {
  const hinted = cells.some((cell) => cell.hint)

  /** Enter in a text field adds the entry instead of submitting the whole form. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (!(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    onAdd()
  }

  return (
    <>
      {/* The fields handle their own input; this element only listens for their Enter. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={styles.line} onKeyDown={onKeyDown}>
        {cells.map((cell) => (
          <Field
            key={cell.label}
            label={cell.label}
            hint={cell.hint}
            className={cx(cell.width && styles[cell.width])}
          >
            {cell.control}
          </Field>
        ))}
        <span className={cx(hinted && styles.besideHint)}>
          <Button onClick={onAdd}>
            <Plus size={16} aria-hidden="true" />
            {add}
          </Button>
        </span>
      </div>
      {refused ? <FieldError>{refused}</FieldError> : null}
      {entries.length > 0 ? (
        <ul className={styles.entries}>
          {entries.map((entry) => (
            <li key={entry.key}>
              {entry.icon}
              <span className={styles.text}>{entry.text}</span>
              {entry.aside}
              <Button
                variant="quiet"
                size="sm"
                iconOnly
                aria-label={`Remove ${entry.key}`}
                onClick={() => onRemove?.(entry.key)}
              >
                <X size={16} aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {error ? <FieldError>{error}</FieldError> : null}
    </>
  )
}
