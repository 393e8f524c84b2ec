import { ArrowUp } from 'lucide-react'
import { useId, useState, type FormEvent, type KeyboardEvent } from 'react'
import { MESSAGE_LIMITS } from '#contract/conversations.ts'
import { Button } from '../ui/Button.tsx'
import styles from './Composer.module.css'

/** Where one writes: Enter sends, Shift+Enter breaks the line; it grows to six lines (DESIGN §7). */
export function Composer({ name, onSend }: { name: string; onSend: (content: string) => void }) {
  const [text, setText] = useState('')
  const id = useId()
  const content = text.trim()

  function submit(event?: FormEvent) {
    event?.preventDefault()
    if (!content) return
    onSend(content)
    setText('')
  }

  function onKeyDown(event: KeyboardEvent) {
    // During composition (Japanese, Chinese) Enter picks a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }

  return (
    <form className={styles.composer} onSubmit={submit}>
      <div className={styles.box}>
        <label className="sr" htmlFor={id}>
          Message {name}
        </label>
        <div className={styles.grower} data-text={`${text} `}>
          <textarea
            id={id}
            rows={1}
            placeholder={`Write to ${name}`}
            value={text}
            maxLength={MESSAGE_LIMITS.content}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </div>
        <Button
          type="submit"
          variant="primary"
          iconOnly
          className={styles.send}
          aria-label="Send message"
          disabled={!content}
          // Keeps the keyboard of a phone open: the line keeps its focus.
          onMouseDown={(event) => event.preventDefault()}
        >
          <ArrowUp size={18} aria-hidden="true" />
        </Button>
      </div>
      <p className={`xs faint hide-m ${styles.hint}`}>Enter sends, Shift+Enter adds a line</p>
    </form>
  )
}
