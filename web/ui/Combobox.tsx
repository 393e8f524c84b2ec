import { useId, useState, type KeyboardEvent } from 'react'
import styles from './Combobox.module.css'
import { cx } from './cx.ts'
import { TextInput } from './TextInput.tsx'

interface Props<Value extends string> {
  options: readonly Value[]
  /** Called with the picked option; the field is then empty again. */
  onPick: (option: Value) => void
  placeholder?: string
}

/**
 * A field with suggestions: filters as you type, arrows move, Enter picks, Escape closes. For lists too long for a
 * select (DESIGN §7).
 */
export function Combobox<Value extends string>({ options, onPick, placeholder }: Props<Value>) {
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const listId = useId()
  const matches = options.filter((option) =>
    option.toLowerCase().includes(text.trim().toLowerCase()),
  )
  const current = matches[Math.min(active, matches.length - 1)]
  const shown = open && matches.length > 0

  function pick(option: Value) {
    onPick(option)
    setText('')
    setActive(0)
  }

  function move(step: number) {
    setOpen(true)
    setActive((at) =>
      open
        ? (Math.min(at, matches.length - 1) + step + matches.length) % Math.max(matches.length, 1)
        : 0,
    )
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && (shown || text)) {
      if (shown && current !== undefined) pick(current)
    } else if (event.key === 'Escape' && open) setOpen(false)
    else return
    event.preventDefault()
  }

  return (
    <div className={styles.wrap}>
      <TextInput
        role="combobox"
        autoComplete="off"
        aria-expanded={shown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={
          shown && current !== undefined ? optionId(listId, current) : undefined
        }
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setActive(0)
          setOpen(true)
        }}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <div id={listId} role="listbox" className={styles.list} hidden={!shown} aria-label="Choices">
        {matches.map((option) => (
          <button
            key={option}
            id={optionId(listId, option)}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={option === current}
            className={cx(styles.option, option === current && styles.active)}
            // The press must not move the focus, which would close the list before the click.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(option)}
          >
            <Matched option={option} text={text.trim()} />
          </button>
        ))}
      </div>
    </div>
  )
}

/** The option with the typed text in bold. */
function Matched({ option, text }: { option: string; text: string }) {
  const at = text ? option.toLowerCase().indexOf(text.toLowerCase()) : -1
  if (at === -1) return option
  return (
    <span>
      {option.slice(0, at)}
      <b>{option.slice(at, at + text.length)}</b>
      {option.slice(at + text.length)}
    </span>
  )
}

function optionId(listId: string, option: string): string {
  return `${listId}-${option.replaceAll(/\W+/g, '-')}`
}
