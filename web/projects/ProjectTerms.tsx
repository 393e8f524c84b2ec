import { Calendar } from 'lucide-react'
import { useMinimumHint } from '#web/page/use-minimum-hint.ts'
import { daysUntil, earliestDeadline } from '#web/ui/dates.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Field, FieldError } from '#web/ui/Field.tsx'
import { PriceInput } from '#web/ui/PriceInput.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { useNow } from '#web/page/use-now.ts'
import styles from './ProjectForm.module.css'
import { licenceFormWords } from '#web/licences/licence-form-words.ts'
import { hiringFormWords } from './hiring-words.ts'
import type { ProjectFormFields } from './use-project-form.ts'

/** Most projects want one creator. */
const HiringFields = lazyComponent(
  async () => (await import('./HiringFields.tsx')).HiringFields,
  <div className={styles.hiringPlace} />,
  'nobody',
)

/** Most projects state none. */
const LicenceFields = lazyComponent(
  async () => (await import('#web/licences/LicenceFields.tsx')).LicenceFields,
  null,
  'nobody',
)

interface Props extends ProjectFormFields {
  locked: boolean
}

/** The budget, the deadline, and the brand's rights to the work. */
export function ProjectTerms({ form, typed, sentences, locked }: Props) {
  const now = useNow()
  const budgetHint = useMinimumHint(
    typed.with_hiring ? hiringFormWords.budgetHint : 'In US dollars',
  )
  return (
    <div className={styles.part}>
      <div className="two">
        <Field label="Budget" required disabled={locked} error={sentences.budget} hint={budgetHint}>
          <PriceInput {...form.register('budget')} />
        </Field>
        <Field
          label="Deadline"
          required
          disabled={locked}
          error={sentences.deadline}
          hint={fromToday(typed.deadline, now)}
        >
          <TextInput
            type="date"
            icon={<Calendar size={18} />}
            className={styles.date}
            min={earliestDeadline(now)}
            {...form.register('deadline')}
          />
        </Field>
      </div>
      <Checkbox
        label={hiringFormWords.switch}
        hint={typed.with_hiring ? hiringFormWords.switchHint : undefined}
        disabled={locked}
        {...form.register('with_hiring')}
      />
      {typed.with_hiring ? (
        <HiringFields form={form} typed={typed} sentences={sentences} locked={locked} />
      ) : sentences.seats ? (
        <FieldError>{sentences.seats}</FieldError>
      ) : null}
      <Checkbox
        label={licenceFormWords.switch}
        hint={licenceFormWords.switchHint}
        disabled={locked}
        {...form.register('with_licence')}
      />
      {sentences.licence ? <FieldError>{sentences.licence}</FieldError> : null}
      {typed.with_licence ? (
        <LicenceFields
          terms={typed.licence}
          locked={locked}
          onChange={(terms) => form.setValue('licence', terms, { shouldDirty: true })}
        />
      ) : null}
    </div>
  )
}

/** "13 days from today"; nothing while no day is chosen. */
function fromToday(deadline: string, now: Date): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(deadline)) return 'The day you need the work'
  const days = daysUntil(deadline, now)
  if (days === 0) return 'Today'
  if (days < 0) return 'This day has passed'
  return days === 1 ? '1 day from today' : `${days} days from today`
}
