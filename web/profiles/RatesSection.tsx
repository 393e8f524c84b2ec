import { Link } from 'react-router'
import { formatUsd } from '#contract/money.ts'
import { paths } from '#contract/paths.ts'
import { PROFILE_LIMITS as limits } from '#contract/profiles.ts'
import { PriceInput } from '#web/ui/PriceInput.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import { withoutRate } from './creator-draft.ts'
import styles from './Editor.module.css'
import { EntryField } from './EntryField.tsx'
import type { CreatorForm } from './use-creator-form.ts'

/** Rates: a service and its price in USD (SPEC §5). */
export function RatesSection({ form, typed, sentences, change, addLine }: CreatorForm) {
  return (
    <section className={styles.part}>
      <header>
        <h2>Rates</h2>
        <p>
          In US dollars. The lowest price is shown in search.{' '}
          <Link to={paths.packages}>Sell packages</Link> that brands order directly.
        </p>
      </header>
      <EntryField
        cells={[
          {
            label: 'Service type',
            control: (
              <TextInput
                placeholder="e.g., Instagram reel"
                maxLength={limits.rate_name}
                {...form.register('rate_service')}
              />
            ),
          },
          {
            label: 'Amount (USD)',
            width: 'narrow',
            control: <PriceInput {...form.register('rate_amount')} />,
          },
        ]}
        add="Add rate"
        onAdd={() => addLine('rate_amount')}
        refused={sentences.rate_amount}
        entries={Object.entries(typed.rates).map(([key, usd]) => ({
          key,
          text: key,
          aside: <span className="strong num">{formatUsd(usd)}</span>,
        }))}
        onRemove={(service) => change(withoutRate(typed, service))}
        error={sentences.rates}
      />
    </section>
  )
}
