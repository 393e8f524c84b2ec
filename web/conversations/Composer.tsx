import { ArrowUp } from 'lucide-react'
import {
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { ACCOUNT_DELETED } from '#contract/conversation-words.ts'
import { MESSAGE_COUNTER_FROM, MESSAGE_LIMITS } from '#contract/conversations.ts'
import { numberText } from '#contract/number-text.ts'
import { useOnReturn } from '#web/connection/use-on-return.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { AttachButton } from './AttachButton.tsx'
import { attachmentWords } from './attachment-words.ts'
import { dropAttachment, retryAttachment } from './attachments.ts'
import { LazyChips } from './LazyChips.tsx'
import type { OutgoingMessage } from './chat-items.ts'
import styles from './Composer.module.css'
import type { Writing } from '#web/safety/safety-rules.ts'
import { useChosenFiles, useDroppedFiles } from './use-chosen-files.ts'
import { isSameDraft, type MessageDraft, useDraft } from './use-draft.ts'
import { useSafetyLine } from '#web/safety/use-safety-line.ts'

const SafetyLine = lazyComponent(
  async () => (await import('#web/safety/SafetyLine.tsx')).SafetyLine,
)

interface Props {
  name: string
  /** Whose draft it is, and in which conversation about which project: ids. */
  me: string
  conversation: string
  projectId: string
  /** Who writes, and where the deal's money is. */
  writing: Writing
  /** The other side has deleted their account. What was typed before stays, to be copied. */
  isClosed: boolean
  /** The first message that could not be sent: its text and its files return here (SPEC §8). */
  failed: OutgoingMessage | null
  onSend: (draft: MessageDraft) => void
  onRetry: (id: string) => void
  onDiscard: (id: string) => void
  onTyping: () => void
}

/** The composer: Enter sends, Shift+Enter breaks the line; it grows to six lines (DESIGN §7). */
export function Composer(props: Props) {
  const { name, me, conversation, projectId, isClosed, failed } = props
  const { onSend, onRetry, onDiscard, onTyping } = props
  const returned = useMemo(
    () => (failed ? { text: failed.content, files: failed.attachments } : null),
    [failed],
  )
  const { draft, change, replacesFailed } = useDraft(me, conversation, returned)
  const alsoIn = failed?.attachments ?? NONE
  const files = useChosenFiles({ me, projectId, draft, change, alsoIn })
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const [isOver, setIsOver] = useState(false)
  useDroppedFiles(form, files.add, setIsOver)
  const message = { text: draft.text.trim(), files: files.items.map(({ key }) => key) }
  const left = MESSAGE_LIMITS.content - message.text.length
  const isEmpty = message.text === '' && message.files.length === 0
  const maySend =
    !isClosed && !isEmpty && left >= 0 && files.items.every(({ state }) => state !== 'lost')

  // Sent automatically when the connection is back, unless it is being edited; it stays the same message.
  const isAsItWas = returned !== null && isSameDraft(message, returned)
  useOnReturn(() => {
    if (failed && isAsItWas && !isClosed) onRetry(failed.id)
  })

  function send() {
    if (!maySend) return
    // What returned is the failed message: sent unchanged, it stays the same message; edited, it replaces it.
    if (failed && isAsItWas) onRetry(failed.id)
    else {
      if (failed && replacesFailed()) {
        onDiscard(failed.id)
        for (const key of failed.attachments) if (!message.files.includes(key)) dropAttachment(key)
      }
      for (const key of message.files) retryAttachment(key)
      onSend(message)
    }
    change({ text: '', files: NONE })
  }
  const safety = useSafetyLine(message.text, props.writing, send)

  function submit(event?: FormEvent) {
    event?.preventDefault()
    if (!maySend) return
    // The failed message was already sent once: its sender has read the line.
    if (failed && isAsItWas) send()
    else safety.submit()
  }

  function edit() {
    safety.close()
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    // During composition (Japanese, Chinese) Enter picks a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }

  function onPaste(event: ClipboardEvent) {
    const { clipboardData } = event
    // A copied table is also a picture: where there is text, the text was meant.
    if (clipboardData.files.length === 0 || clipboardData.types.includes('text/plain')) return
    event.preventDefault()
    files.add([...clipboardData.files])
  }

  const closed = isClosed ? <p className={styles.closed}>{ACCOUNT_DELETED}</p> : null
  if (closed && isEmpty) return <div className={styles.composer}>{closed}</div>
  return (
    <form className={styles.composer} onSubmit={submit} ref={form}>
      {closed}
      {files.items.length > 0 ? (
        <LazyChips
          files={files.items}
          onRetry={retryAttachment}
          onRemove={files.remove}
          className={styles.files}
        />
      ) : null}
      {files.refusal === null ? null : (
        <p className={styles.refusal} role="alert">
          {files.refusal}
        </p>
      )}
      {safety.line === null ? null : (
        <SafetyLine
          line={safety.line}
          name={name}
          onSend={() => {
            edit()
            send()
          }}
          onEdit={edit}
        />
      )}
      <div className={cx(styles.box, isOver && styles.target)}>
        <AttachButton onFiles={files.add} />
        <label className="sr" htmlFor={id}>
          Message {name}
        </label>
        <div className={styles.grower} data-text={`${draft.text} `}>
          <textarea
            ref={field}
            id={id}
            rows={1}
            placeholder={isOver ? attachmentWords.drop : `Write to ${name}`}
            value={draft.text}
            aria-invalid={left < 0 || undefined}
            aria-describedby={`${id}-hint`}
            onChange={(event) => {
              change({ text: event.target.value })
              if (event.target.value.trim() !== '') onTyping()
            }}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
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
        {message.text.length >= MESSAGE_COUNTER_FROM ? <Counter left={left} /> : null}
      </div>
    </form>
  )
}
const NONE: readonly string[] = []

function Counter({ left }: { left: number }) {
  const amount = numberText(Math.abs(left))
  return (
    <span className={cx(styles.counter, left < 0 && styles.over)} role="status">
      {left < 0 ? `${amount} characters too many` : `${amount} left`}
    </span>
  )
}
