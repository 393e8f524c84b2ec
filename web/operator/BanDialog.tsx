import { daysText } from '#contract/number-text.ts'
import type { OperatorPerson } from '#contract/operator-record-schemas.ts'
import { type Reading, useKeptForm } from '#web/forms/use-kept-form.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Select.tsx'
import { ActDialog, reasonProblem } from './ActDialog.tsx'
import { useAct } from './use-console.ts'

/** The possible lengths of a ban, in days; the last one lasts until it is lifted. */
const TERMS = [
  { value: '7', word: daysText(7) },
  { value: '30', word: daysText(30) },
  { value: '365', word: 'One year' },
  { value: '', word: 'Until it is lifted' },
] as const

const EMPTY = { reason: '', days: '' }

/** Asks for the reason of a ban, and for its length. */
export function BanDialog({ person, onClose }: { person: OperatorPerson; onClose: () => void }) {
  const ban = useAct('operator.ban')
  const kept = useKeptForm({
    draft: `ban-${person.id}`,
    saved: EMPTY,
    read({ reason, days }): Reading<typeof EMPTY, { reason: string; days: number | null }> {
      const errors = reasonProblem(reason)
      if (errors.reason) return { input: null, errors }
      return { input: { reason, days: days === '' ? null : Number(days) }, errors: null }
    },
  })
  return (
    <ActDialog
      kept={kept}
      title={`Ban ${person.name}`}
      confirm="Ban"
      done={`${person.name} is banned`}
      destructive
      act={(body) => ban.mutateAsync({ params: { id: person.id }, body })}
      onClose={onClose}
    >
      <p className="muted">
        They are signed out everywhere within a minute and cannot sign in, and are mailed the reason
        as you write it. Their profile and open projects are hidden. Deals, messages and money stay
        as they are.
      </p>
      <Field label="For how long" error={kept.sentences.days}>
        <Select {...kept.form.register('days')}>
          {TERMS.map(({ value, word }) => (
            <option key={word} value={value}>
              {word}
            </option>
          ))}
        </Select>
      </Field>
    </ActDialog>
  )
}
