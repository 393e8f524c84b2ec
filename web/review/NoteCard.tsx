import { useEffect, useRef } from 'react'
import { momentSpoken, momentText, rangeText } from '#contract/frames.ts'
import { noteState } from '#contract/review-note-words.ts'
import { cx } from '#web/ui/cx.ts'
import { Time } from '#web/ui/Time.tsx'
import { NoteActs } from './NoteActs.tsx'
import { NoteMark } from './NoteMark.tsx'
import styles from './Notes.module.css'
import { useRoom } from './room-context.ts'
import { kindWords, noteSpoken, roomWords as say } from './room-words.ts'
import type { ShownNote } from './shown-notes.ts'

interface Props {
  note: ShownNote
  /** Its place in the list, from 1. */
  index: number
  of: number
}

/** A note with its outcome. Its head leads to its moment. */
export function NoteCard({ note, index, of }: Props) {
  const { rate, selected, select, room, version } = useRoom()
  const item = useRef<HTMLLIElement>(null)
  const isSelected = selected?.id === note.id
  useEffect(() => {
    if (isSelected) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  const { answer, shown_at: at, page } = note
  const from = at === null ? null : momentSpoken(at, rate)
  const where = from ?? (page === null ? null : `page ${page}`)
  const shown =
    at === null
      ? page === null
        ? say.compose.whole
        : say.page1(page)
      : note.until_ms === null
        ? momentText(at, rate)
        : rangeText(at, at + note.until_ms - (note.at_ms ?? 0), rate)
  return (
    <li
      ref={item}
      className={cx(
        styles.note,
        isSelected && styles.selected,
        note.status === 'resolved' && styles.quiet,
      )}
    >
      <button
        type="button"
        className={styles.place}
        aria-pressed={isSelected}
        aria-label={noteSpoken(note, { index, of, where })}
        onClick={() => select(isSelected ? null : note)}
      >
        <NoteMark note={note} />
        <span className={cx(styles.kind, styles[note.kind])}>{kindWords[note.kind].name}</span>
        <span className={`num ${styles.moment}`}>{shown}</span>
        <span className={styles.state}>{noteState(note)}</span>
      </button>
      {note.carried ? (
        <p className={styles.carried}>
          {say.from(note.version)}
          {note.moved ? (
            <span className={styles.moved} title={say.movedHint}>
              {say.moved}
              <span className="sr"> {say.movedHint}</span>
            </span>
          ) : null}
        </p>
      ) : null}
      <p className={styles.body}>{note.body}</p>
      {note.carried && note.status === 'draft' ? (
        <p className="xs muted">{say.olderDraft(version.version)}</p>
      ) : null}
      <p className={styles.by}>
        {note.author_name}
        <span className="sep">·</span>
        <Time value={note.sent_at ?? note.created_at} exact />
      </p>
      {note.status === 'draft' && note.guest_name !== null ? (
        <p className="xs muted">{say.guestDraft(note.guest_name)}</p>
      ) : null}
      {answer ? (
        <div className={styles.answer}>
          <span className={cx(styles.verdict, answer.done ? styles.done : styles.notDone)}>
            {say.answers.said(answer.done, answer.version)}
          </span>
          {answer.text ? <p>{answer.text}</p> : null}
          <p className={styles.by}>
            {room.creator.name}
            <span className="sep">·</span>
            <Time value={answer.at} exact />
          </p>
        </div>
      ) : null}
      {note.replies.map((reply) => (
        <div key={reply.id} className={styles.reply}>
          <p>{reply.body}</p>
          <p className={styles.by}>
            {reply.author_name}
            <span className="sep">·</span>
            <Time value={reply.created_at} exact />
          </p>
        </div>
      ))}
      <NoteActs note={note} />
    </li>
  )
}
