import { Plus, X } from 'lucide-react'
import { BRIEF_LIMITS } from '#contract/briefs.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { FieldError } from '#web/ui/Field.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import type { CheckDraft } from './brief-draft.ts'
import { type BriefSection, freshId } from './brief-form.ts'
import { briefFormWords } from './brief-form-words.ts'
import { briefFrom } from './brief-input.ts'
import styles from './BriefForm.module.css'

const words = briefFormWords.checks

/** How the work is checked: first what the files themselves show, then what a person judges. */
export function CheckFields({ brief, set, problems, locked }: BriefSection) {
  const all = briefFrom(brief).checks
  const machine = all.flatMap(({ rule, text }) => (rule === null ? [] : [{ rule, text }]))
  const { checks, wishes } = brief
  const change = (at: number, change: Partial<CheckDraft>) =>
    set(
      'checks',
      checks.map((check, one) => (one === at ? { ...check, ...change } : check)),
    )
  return (
    <fieldset className={styles.checks} disabled={locked}>
      <legend className={styles.legend}>{words.legend}</legend>
      <p className="sm muted">{words.hint}</p>
      <ul className={styles.rules}>
        {machine.map(({ rule, text }) => (
          <li key={rule}>
            <span>{text}</span>
            <Checkbox
              label={words.wish}
              aria-label={words.wishOf(text)}
              checked={wishes.includes(rule)}
              onChange={(event) =>
                set(
                  'wishes',
                  event.target.checked ? [...wishes, rule] : wishes.filter((one) => one !== rule),
                )
              }
            />
          </li>
        ))}
        {checks.map((check, at) => (
          <li key={check.id}>
            <TextInput
              aria-label={words.label(at + 1)}
              maxLength={BRIEF_LIMITS.line}
              value={check.text}
              onChange={(event) => change(at, { text: event.target.value })}
            />
            <Checkbox
              label={words.wish}
              aria-label={words.wishOf(check.text)}
              checked={!check.must}
              onChange={(event) => change(at, { must: !event.target.checked })}
            />
            <Button
              iconOnly
              variant="quiet"
              size="sm"
              aria-label={words.remove(at + 1)}
              onClick={() => set('checks', checks.toSpliced(at, 1))}
            >
              <X size={16} aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
      {problems['checks'] ? <FieldError>{problems['checks']}</FieldError> : null}
      {all.length < BRIEF_LIMITS.checks && !locked ? (
        <div>
          <Button
            size="sm"
            onClick={() =>
              set('checks', [...checks, { id: freshId(checks, 'check'), text: '', must: true }])
            }
          >
            <Plus size={16} aria-hidden="true" />
            {words.add}
          </Button>
        </div>
      ) : null}
    </fieldset>
  )
}
