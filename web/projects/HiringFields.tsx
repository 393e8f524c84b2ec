import { Calendar } from 'lucide-react'
import { centsFromText } from '#contract/amount-text.ts'
import { earliestDeadline } from '#web/ui/dates.ts'
import { Field } from '#web/ui/Field.tsx'
import { PriceInput } from '#web/ui/PriceInput.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { useNow } from '#web/page/use-now.ts'
import { seatsFrom } from './hiring-input.ts'
import { hiringFormWords as words } from './hiring-words.ts'
import styles from './ProjectForm.module.css'
import type { ProjectDraft } from './project-input.ts'
import type { ProjectFormFields } from './use-project-form.ts'

interface Props extends ProjectFormFields {
  locked: boolean
}

/** The number of creators wanted, the hiring deadline, and what they may cost together. */
export function HiringFields({ form, typed, sentences, locked }: Props) {
  const now = useNow()
  const optional = <span className={styles.optional}>{words.optional}</span>
  return (
    <div className={styles.hiring}>
      <div className="two">
        <Field
          label={words.seats}
          required
          disabled={locked}
          error={sentences.seats}
          hint={words.seatsHint}
        >
          <TextInput inputMode="numeric" maxLength={2} {...form.register('seats')} />
        </Field>
        <Field
          label={
            <>
              {words.until} {optional}
            </>
          }
          disabled={locked}
          error={sentences.hiring_until}
          hint={words.untilHint}
        >
          <TextInput
            type="date"
            icon={<Calendar size={18} />}
            className={styles.date}
            min={earliestDeadline(now)}
            {...form.register('hiring_until')}
          />
        </Field>
      </div>
      <Field
        label={
          <>
            {words.total} {optional}
          </>
        }
        disabled={locked}
        error={sentences.budget_total}
        hint={sumOf(typed)}
      >
        <PriceInput {...form.register('budget_total')} />
      </Field>
    </div>
  )
}

/** "5 × $250 = $1,250.00 at your budget", updated while typing. */
function sumOf({ seats: typed, budget, budget_total }: ProjectDraft): string {
  const seats = seatsFrom(typed)
  const cents = centsFromText(budget)
  if (seats === null || cents === null) return words.noSum
  const total = centsFromText(budget_total)
  return total === null ? words.sum(seats, cents) : words.against(seats, cents, total)
}
