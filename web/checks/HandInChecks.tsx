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
import { type CheckDraft, type CheckDrafts, draftOf, isOpen } from './hand-in-checks.ts'

interface Props {
  asked: ChecksBefore
  drafts: CheckDrafts
  /** Set once handing in was attempted without all reasons: each open must then asks for its own. */
  error: string | undefined
  onChange: (drafts: CheckDrafts) => void
}

/** The agreed checklist at hand-in: what the file shows is filled in, and the creator ticks the rest. */
export function HandInChecks({ asked, drafts, error, onChange }: Props) {
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
            draft={draftOf(check, drafts)}
            missing={error !== undefined}
            onSay={(part) =>
              onChange({ ...drafts, [check.check_id]: { ...draftOf(check, drafts), ...part } })
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
  /** Handing in was attempted while something was open. */
  missing: boolean
  onSay: (part: Partial<CheckDraft>) => void
}

function Row({ check, draft, missing, onSay }: RowProps) {
  const { text, machine, found, must } = check
  const [asking, setAsking] = useState<'clicked' | 'shown' | null>(null)
  // Typing elsewhere removes the sentence, but the field stays visible.
  if (missing && asking === null) setAsking('shown')
  const open = isOpen(check, draft)
  const unreasoned = open && missing && draft.reason.trim() === ''
  const reasons = open && (asking !== null || machine === false || draft.reason !== '')
  return (
    <li className={styles.row} data-field="">
      {machine === null ? (
        <Checkbox
          label={<Text text={text} must={must} />}
          checked={draft.ticked}
          onChange={(event) => {
            // The field has already been requested once: taking back a tick must not move the focus into it.
            if (asking !== null) setAsking('shown')
            onSay({ ticked: event.target.checked, of: text })
          }}
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
          label={<OfCheck says={say.why} text={text} />}
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

/** A label for screen readers that says which check it belongs to. */
export function OfCheck({ says, text }: { says: string; text: string }) {
  return (
    <>
      {says}
      <span className="sr"> {text}</span>
    </>
  )
}

/** What is checked; for a wish, it says so. */
export function Text({ text, must }: { text: string; must: boolean }) {
  return (
    <>
      {text}
      {must ? null : <span className={styles.wish}>{say.wish}</span>}
    </>
  )
}
