import { ChevronDown } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { type DeliveryCheck, DELIVERY_CHECK_LIMITS, doesHold } from '#contract/delivery-checks.ts'
import { messageOf } from '#web/api/errors.ts'
import { useAuth } from '#web/api/session.tsx'
import { keepDraft, restoreDraft } from '#web/drafts/draft-store.ts'
import { FailedNotice } from '#web/loading/FailedNotice.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/Field.tsx'
import { SegmentedChoice } from '#web/ui/SegmentedChoice.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { toast } from '#web/ui/toast.ts'
import { CheckMark } from './CheckMark.tsx'
import { checkWords as say } from './check-words.ts'
import styles from './Checks.module.css'
import { OfCheck, Text } from './HandInChecks.tsx'
import { waitsToBeSaved, wordsOf } from './note-saving.ts'
import { useAnswerCheck } from './use-answer-check.ts'
import { useChecks } from './use-checks.ts'

interface Props {
  delivery: { id: string; brief_version: number | null }
  creatorName: string
  brandName: string
  /** The brand works down the list; everyone else reads it. */
  answers: boolean
  /** Inside the room's panel, which has its own edges. */
  inRoom?: boolean
}

/** The agreed checks of one version: what its file shows, what the creator ticked, what the brand says. */
export function Checklist({ delivery, creatorName, brandName, answers, inRoom = false }: Props) {
  const query = useChecks(delivery)
  if (delivery.brief_version === null) return null
  if (query.data === undefined)
    return query.isError ? <FailedNotice query={query} failed={() => say.failed} /> : null
  const { checks, answers_shown: shown } = query.data
  if (checks.length === 0) return null
  return (
    <details className={cx(styles.section, inRoom && styles.inRoom)} open>
      <summary>
        {say.title}
        <span className="muted num">
          {say.holding(checks.filter(doesHold).length, checks.length)}
        </span>
        <ChevronDown className={styles.chevron} size={18} aria-hidden="true" />
      </summary>
      {answers && !shown ? <p className="sm muted">{say.draft}</p> : null}
      <ul className={styles.review}>
        {checks.map((check) => (
          <Row
            key={check.check_id}
            check={check}
            names={{ creator: creatorName, brand: brandName }}
            deliverableId={answers ? delivery.id : null}
          />
        ))}
      </ul>
    </details>
  )
}

interface RowProps {
  check: DeliveryCheck
  names: { creator: string; brand: string }
  /** Null where it is only read. */
  deliverableId: string | null
}

function Row({ check, names, deliverableId }: RowProps) {
  const { text, must, machine, found, ticked, reason, holds, note } = check
  const lines = [
    machine === null ? null : say.found(found ?? ''),
    ticked === null ? null : say.says(names.creator, ticked ? say.ticked : say.open),
    reason === null ? null : say.says(names.creator, `“${reason}”`),
    deliverableId !== null || holds === null
      ? null
      : say.says(names.brand, `${holds ? say.yes : say.no}${note === null ? '' : `, “${note}”`}`),
  ].filter((line) => line !== null)
  return (
    <li className={styles.row}>
      <div className={styles.read}>
        <CheckMark holds={holds ?? machine ?? (must ? ticked : ticked || null)} spoken />
        <span>
          <Text text={text} must={must} />
          {lines.map((line) => (
            <span key={line} className={`${styles.said} ${styles.quote}`}>
              {line}
            </span>
          ))}
        </span>
      </div>
      {deliverableId === null ? null : <Answer check={check} deliverableId={deliverableId} />}
    </li>
  )
}

const NO_NOTE = { note: '' }
/** How long typing must pause before it is saved, in ms. */
const SAVED_AFTER_MS = 600

function Answer({ check, deliverableId }: { check: DeliveryCheck; deliverableId: string }) {
  const person = useAuth().user?.id ?? null
  const { check_id, text, holds, note } = check
  const answer = useAnswerCheck(deliverableId)
  const draft = `check-${deliverableId}-${check_id}`
  // What was typed but not stored yet: it survives a reload, and a lost connection.
  const [typed, setTyped] = useState<string | null>(
    () => restoreDraft(person, draft, NO_NOTE).note || null,
  )
  const shown = typed ?? note ?? ''
  const words = wordsOf(shown)
  // A note that the server refused is not sent again until it changes.
  const [refused, setRefused] = useState<{ words: string | null } | null>(null)
  const isBehind = waitsToBeSaved({ holds, typed, note, refused })
  const save = useEffectEvent(() => give(false, words))
  // Not on leaving the field: the count on the button would change, and move the button while it is being pressed.
  useEffect(() => {
    if (!isBehind) return
    const pause = setTimeout(save, SAVED_AFTER_MS)
    return () => clearTimeout(pause)
  }, [isBehind, words])

  function give(next: boolean | null, said: string | null) {
    answer.mutate(
      { check_id, holds: next, note: said },
      {
        onSuccess: () =>
          setTyped((now) => {
            // What was typed meanwhile is not stored yet.
            if (now !== null && now.trim() !== (said ?? '')) return now
            keepDraft(person, draft, null)
            return null
          }),
        onError: (error) => {
          if (next === false) setRefused({ words: said })
          toast.error(say.notSaved, messageOf(error))
        },
      },
    )
  }
  return (
    <>
      <SegmentedChoice
        className={styles.segments}
        label={say.answer(text)}
        options={[
          { value: 'yes', label: say.yes },
          { value: 'no', label: say.no },
        ]}
        value={holds === null ? '' : holds ? 'yes' : 'no'}
        // Choosing the current answer again takes it back.
        onChange={(value) => {
          const next = value === 'yes'
          give(next === holds ? null : next, next ? null : words)
        }}
      />
      {holds === false ? (
        <Field
          className={styles.wide}
          label={<OfCheck says={say.note} text={text} />}
          hint={say.noteHint}
          error={
            refused !== null && refused.words === words && words !== note ? say.notSaved : null
          }
        >
          <TextArea
            rows={2}
            maxLength={DELIVERY_CHECK_LIMITS.note}
            value={shown}
            onChange={({ target }) => {
              setTyped(target.value)
              keepDraft(person, draft, { note: target.value })
            }}
          />
        </Field>
      ) : null}
    </>
  )
}
