import { ArrowUp } from 'lucide-react'
import { useId, type FormEvent, type KeyboardEvent } from 'react'
import { MESSAGE_COUNTER_FROM, MESSAGE_LIMITS } from '#contract/conversations.ts'
import { numberText } from '#contract/number-text.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import styles from './Composer.module.css'
import { useOnReturn } from '#web/connection/use-on-return.ts'
import { useDraft } from './use-draft.ts'

interface Props {
  name: string
  /** Whose draft it is, and in which conversation: ids. */
  me: string
  conversation: string
  /** The first message that could not be sent: its text returns here (SPEC §8). */
  failed: { id: string; content: string } | null
  onSend: (content: string) => void
  onRetry: (id: string) => void
  onDiscard: (id: string) => void
  onTyping: () => void
}

/** The composer: Enter sends, Shift+Enter breaks the line; it grows to six lines (DESIGN §7). */
export function Composer(props: Props) {
  const { name, me, conversation, failed, onSend, onRetry, onDiscard, onTyping } = props
  const { text, setText, replacesFailed } = useDraft(me, conversation, failed?.content ?? null)
  const id = useId()
  const content = text.trim()
  const left = MESSAGE_LIMITS.content - content.length
  const maySend = content !== '' && left >= 0

  // Sent automatically when the connection is back, unless it is being edited; it stays the same message.
  const isAsItWas = failed !== null && content === failed.content
  useOnReturn(() => {
    if (isAsItWas) onRetry(failed.id)
  })

  function submit(event?: FormEvent) {
    event?.preventDefault()
    if (!maySend) return
    // The returned text is the failed message: sent unchanged it stays the same one, edited it replaces it.
    if (isAsItWas) onRetry(failed.id)
    else {
      if (failed && replacesFailed()) onDiscard(failed.id)
      onSend(content)
    }
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
            aria-invalid={left < 0 || undefined}
            aria-describedby={`${id}-hint`}
            onChange={(event) => {
              setText(event.target.value)
              if (event.target.value.trim() !== '') onTyping()
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <Button
          type="submit"
          variant="primary"
          iconOnly
          className={styles.send}
          aria-label="Send message"
          disabled={!maySend}
          // Keeps a phone's keyboard open: the field keeps its focus.
          onMouseDown={(event) => event.preventDefault()}
        >
          <ArrowUp size={18} aria-hidden="true" />
        </Button>
      </div>
      <div className={styles.foot} id={`${id}-hint`}>
        <span className="hide-m">Enter sends, Shift+Enter adds a line</span>
        {content.length >= MESSAGE_COUNTER_FROM ? <Counter left={left} /> : null}
      </div>
    </form>
  )
}

function Counter({ left }: { left: number }) {
  const amount = numberText(Math.abs(left))
  return (
    <span className={cx(styles.counter, left < 0 && styles.over)} role="status">
      {left < 0 ? `${amount} characters too many` : `${amount} left`}
    </span>
  )
}
