import { useState } from 'react'
import type { ChecksBefore } from '#contract/delivery-check-schemas.ts'
import { DELIVERY_CHECK_LIMITS, deliveryCheckMessages } from '#contract/delivery-checks.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Field } from '#web/ui/Field.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { CheckMark } from './CheckMark.tsx'
import { checkWords as say } from './check-words.ts'
import styles from './Checks.module.css'
import { type CheckDraft, type CheckDrafts, isOpen, UNTICKED } from './hand-in-checks.ts'

interface Props {
  asked: ChecksBefore
  drafts: CheckDrafts
  /** Present once it was sent without all reasons: each open must then asks for its own. */
  error: string | undefined
  onChange: (drafts: CheckDrafts) => void
}

/** The agreed checklist at hand-in: what the file shows is filled in, the creator ticks the rest. */
export function HandInChecks({ asked, drafts, error, onChange }: Props) {
  const draftOf = (id: string) => drafts[id] ?? UNTICKED
  return (
    <fieldset className={styles.list}>
      <legend className={styles.title}>{say.title}</legend>
      <p className="sm muted">{say.handInHint}</p>
      {asked.reading ? (
        <p className="sm muted" role="status">
          {say.reading}
        </p>
      ) : null}
      <ul className={styles.rows}>
        {asked.checks.map((check) => (
          <Row
            key={check.check_id}
            check={check}
            draft={draftOf(check.check_id)}
            missing={error !== undefined}
            onSay={(part) =>
              onChange({ ...drafts, [check.check_id]: { ...draftOf(check.check_id), ...part } })
            }
          />
        ))}
      </ul>
    </fieldset>
  )
}

interface RowProps {
  check: ChecksBefore['checks'][number]
  draft: CheckDraft
  /** It was tried to hand in with something open. */
  missing: boolean
  onSay: (part: Partial<CheckDraft>) => void
}

function Row({ check, draft, missing, onSay }: RowProps) {
  const { text, machine, found, must } = check
  const [asking, setAsking] = useState<'clicked' | 'missed' | null>(null)
  // Typing elsewhere takes the sentence away; the field stays where it was shown.
  if (missing && asking === null) setAsking('missed')
  const open = isOpen(check, draft)
  const unreasoned = open && missing && draft.reason.trim() === ''
  const reasons = open && (asking !== null || machine === false || draft.reason !== '')
  return (
    <li className={styles.row} data-field="">
      {machine === null ? (
        <Checkbox
          label={<Text text={text} must={must} />}
          checked={draft.ticked}
          onChange={(event) => onSay({ ticked: event.target.checked })}
        />
      ) : (
        <p className={styles.read}>
          <CheckMark holds={machine} spoken />
          <span>
            <Text text={text} must={must} />
            <span className={`sm muted ${styles.said}`}>{say.found(found ?? '')}</span>
          </span>
        </p>
      )}
      {open && !reasons ? (
        <Button
          size="sm"
          variant="quiet"
          aria-label={say.sayWhyOf(text)}
          onClick={() => setAsking('clicked')}
        >
          {say.sayWhy}
        </Button>
      ) : null}
      {reasons ? (
        <Field
          className={styles.reason}
          label={say.why}
          required
          error={
            unreasoned
              ? machine === null
                ? deliveryCheckMessages.reason
                : deliveryCheckMessages.machineReason
              : null
          }
        >
          <TextArea
            rows={2}
            autoFocus={asking === 'clicked'}
            maxLength={DELIVERY_CHECK_LIMITS.reason}
            value={draft.reason}
            onChange={(event) => onSay({ reason: event.target.value })}
          />
        </Field>
      ) : null}
    </li>
  )
}

/** What is checked; a wish says so. */
export function Text({ text, must }: { text: string; must: boolean }) {
  return (
    <>
      {text}
      {must ? null : <span className={styles.wish}>{say.wish}</span>}
    </>
  )
}
