import type { DisputeEvidence } from '#contract/dispute-schemas.ts'
import { NOTE_KIND_NAMES, noteState, placeText } from '#contract/review-note-words.ts'
import { Time } from '#web/ui/Time.tsx'
import styles from './Dispute.module.css'
import type { SideNames } from './DisputeParts.tsx'
import { evidenceWords as say } from './evidence-words.ts'

interface Props {
  notes: DisputeEvidence['notes']
  names: SideNames
}

/** The notes about the work, by number: what was requested, and its outcome. */
export function EvidenceNotes({ notes, names }: Props) {
  return (
    <>
      <h3>{say.notes}</h3>
      {notes.length === 0 ? <p className="sm muted">{say.noNotes}</p> : null}
      <ol className={styles.lines}>
        {notes.map((note) => (
          <li key={note.number}>
            <span className={styles.said}>
              <b className="num">{say.note(note.number)}</b> {note.body}
            </span>
            <span className="sm faint">
              {[
                NOTE_KIND_NAMES[note.kind],
                placeText(note),
                say.about(note.version),
                note.has_drawing ? say.drawing : '',
                noteState(note),
                note.guest_name === null ? names.seller : say.guest(note.guest_name),
              ]
                .filter((part) => part !== '')
                .join(' · ')}{' '}
              · <Time value={note.sent_at} exact />
            </span>
            {note.answer ? (
              <span className={`sm ${styles.said}`}>
                {names.creator}: {say.answered(note.answer.done, note.answer.version)}
                {note.answer.text ? ` — ${note.answer.text}` : ''}
              </span>
            ) : null}
            {note.replies.map((reply) => (
              <span key={reply.created_at} className={`sm ${styles.said}`}>
                {names[reply.by]}: {reply.body}
              </span>
            ))}
          </li>
        ))}
      </ol>
    </>
  )
}
