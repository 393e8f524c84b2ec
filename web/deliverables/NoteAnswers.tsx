import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { ReviewNote } from '#contract/review-note-schemas.ts'
import { placeText } from '#contract/review-note-words.ts'
import { NOTE_LIMITS, reviewMessages } from '#contract/review-notes.ts'
import { Button } from '#web/ui/Button.tsx'
import { Field, FieldError } from '#web/ui/Field.tsx'
import { SegmentedChoice } from '#web/ui/SegmentedChoice.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { answerWords as say } from './answer-words.ts'
import { type AnswerDraft, type AnswerDrafts, isAnswered, UNANSWERED } from './note-answers.ts'
import styles from './NoteAnswers.module.css'

interface Props {
  projectId: string
  /** The changes that wait for an answer, by number. */
  notes: readonly ReviewNote[]
  drafts: AnswerDrafts
  /** Present after an attempt to send without all answers: each missing one then says so. */
  error: string | undefined
  onChange: (drafts: AnswerDrafts) => void
}

/** Each change the brand requested, with its answer: done, or not and why. */
export function NoteAnswers({ projectId, notes, drafts, error, onChange }: Props) {
  const draftOf = (id: string) => drafts[id] ?? UNANSWERED
  const answer = (id: string, part: Partial<AnswerDraft>) =>
    onChange({ ...drafts, [id]: { ...draftOf(id), ...part } })
  const open = notes.filter(({ id }) => draftOf(id).done === null)
  return (
    <fieldset className={styles.answers}>
      <legend className={styles.title}>{say.title(notes.length)}</legend>
      <div className={styles.head}>
        <span className="sm muted">{say.hint}</span>
        {open.length > 1 ? (
          <Button
            size="sm"
            variant="quiet"
            onClick={() =>
              onChange({
                ...drafts,
                ...Object.fromEntries(open.map(({ id }) => [id, { ...UNANSWERED, done: true }])),
              })
            }
          >
            {say.allDone}
          </Button>
        ) : null}
      </div>
      <ol className={styles.list}>
        {notes.map((note) => (
          <Answer
            key={note.id}
            projectId={projectId}
            note={note}
            draft={draftOf(note.id)}
            missing={error !== undefined && !isAnswered(draftOf(note.id))}
            onAnswer={(part) => answer(note.id, part)}
          />
        ))}
      </ol>
    </fieldset>
  )
}

interface AnswerProps {
  projectId: string
  note: ReviewNote
  draft: AnswerDraft
  missing: boolean
  onAnswer: (part: Partial<AnswerDraft>) => void
}

function Answer({ projectId, note, draft, missing, onAnswer }: AnswerProps) {
  const number = note.number ?? 0
  const place = placeText(note)
  return (
    <li className={styles.answer} data-field="">
      <div className={styles.asked}>
        <span className={`num ${styles.number}`}>{number}</span>
        <span className={styles.body}>
          {place === '' ? null : (
            <Link
              className="link num"
              to={paths.review(projectId, note.deliverable_id, note.id)}
              title={say.room}
            >
              {place}
            </Link>
          )}{' '}
          {note.body}
        </span>
      </div>
      <SegmentedChoice
        className={styles.choice}
        label={say.choose(number)}
        options={[
          { value: 'done', label: say.done },
          { value: 'not', label: say.notDone },
        ]}
        value={draft.done === null ? '' : draft.done ? 'done' : 'not'}
        onChange={(value) => onAnswer({ done: value === 'done' })}
      />
      {draft.done === false ? (
        <Field label={say.why} required error={missing ? reviewMessages.reasonRequired : null}>
          <TextArea
            rows={2}
            maxLength={NOTE_LIMITS.answer}
            value={draft.text}
            onChange={(event) => onAnswer({ text: event.target.value })}
          />
        </Field>
      ) : missing ? (
        <FieldError>{say.chooseFirst}</FieldError>
      ) : null}
    </li>
  )
}
